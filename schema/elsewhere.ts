import { withoutSlash } from './addresses.ts'

/** Whether another program on the same domain answers a path, as the setting `elsewhere` says: `/shop`, or `/shop/*` for all below it. */
export function readElsewhere(elsewhere: unknown): (path: string) => boolean {
  const entries = Array.isArray(elsewhere) ? elsewhere.filter((entry) => typeof entry === 'string') : []
  const paths = new Set(entries.filter((entry) => !entry.endsWith('/*')).map(withoutSlash))
  const folders = entries.filter((entry) => entry.endsWith('/*')).map((entry) => entry.slice(0, -1))
  return (path) => paths.has(withoutSlash(path)) || folders.some((folder) => path.startsWith(folder))
}
