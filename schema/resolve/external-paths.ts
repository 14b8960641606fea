import { stripTrailingSlash } from './route-paths.ts'
import { memoizeByObject } from '../util/memoize-by-object.ts'

/** Whether another program on the same domain answers a path, as the setting `elsewhere` says: `/shop`, or `/shop/*` for all below it. */
export const createExternalPathMatcher = (elsewhere: unknown): ((path: string) => boolean) =>
  Array.isArray(elsewhere) ? createPathMatcher(elsewhere) : () => false

/** Asked for on every page. */
const createPathMatcher = memoizeByObject((list: unknown[]) => {
  const entries = list.filter((entry) => typeof entry === 'string')
  const paths = new Set(entries.filter((entry) => !entry.endsWith('/*')).map(stripTrailingSlash))
  const folders = entries.filter((entry) => entry.endsWith('/*')).map((entry) => entry.slice(0, -1))
  return (path: string) =>
    paths.has(stripTrailingSlash(path)) || folders.some((folder) => path.startsWith(folder))
})
