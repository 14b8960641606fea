import { withoutSlash } from './addresses.ts'

const known = new WeakMap<object, (path: string) => boolean>()

/** Whether another program on the same domain answers a path, as the setting `elsewhere` says: `/shop`, or `/shop/*` for all below it. */
export function readElsewhere(elsewhere: unknown): (path: string) => boolean {
  if (!Array.isArray(elsewhere)) return () => false
  // Asked for on every page.
  const isElsewhere = known.get(elsewhere) ?? readEntries(elsewhere.filter((entry) => typeof entry === 'string'))
  known.set(elsewhere, isElsewhere)
  return isElsewhere
}

function readEntries(entries: string[]): (path: string) => boolean {
  const paths = new Set(entries.filter((entry) => !entry.endsWith('/*')).map(withoutSlash))
  const folders = entries.filter((entry) => entry.endsWith('/*')).map((entry) => entry.slice(0, -1))
  return (path) => paths.has(withoutSlash(path)) || folders.some((folder) => path.startsWith(folder))
}
