import { withoutSlash } from './addresses.ts'
import { onceFor } from './once-for.ts'

/** Whether another program on the same domain answers a path, as the setting `elsewhere` says: `/shop`, or `/shop/*` for all below it. */
export const readElsewhere = (elsewhere: unknown): ((path: string) => boolean) =>
  Array.isArray(elsewhere) ? readList(elsewhere) : () => false

/** Asked for on every page. */
const readList = onceFor((list: unknown[]) => {
  const entries = list.filter((entry) => typeof entry === 'string')
  const paths = new Set(entries.filter((entry) => !entry.endsWith('/*')).map(withoutSlash))
  const folders = entries.filter((entry) => entry.endsWith('/*')).map((entry) => entry.slice(0, -1))
  return (path: string) =>
    paths.has(withoutSlash(path)) || folders.some((folder) => path.startsWith(folder))
})
