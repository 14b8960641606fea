import { stripTrailingSlash } from './route-paths.ts'
import { memoizeByObject } from '../util/memoize-by-object.ts'

/**
 * Creates a predicate for paths that another server on the same domain answers, from the setting
 * `externalPaths`: `/shop`, or `/shop/*` for everything below it.
 */
export const createExternalPathMatcher = (externalPaths: unknown): ((path: string) => boolean) =>
  Array.isArray(externalPaths) ? createPathMatcher(externalPaths) : () => false

/** Memoized, since every page needs it. */
const createPathMatcher = memoizeByObject((list: unknown[]) => {
  const entries = list.filter((entry) => typeof entry === 'string')
  const paths = new Set(entries.filter((entry) => !entry.endsWith('/*')).map(stripTrailingSlash))
  const folders = entries.filter((entry) => entry.endsWith('/*')).map((entry) => entry.slice(0, -1))
  return (path: string) =>
    paths.has(stripTrailingSlash(path)) || folders.some((folder) => path.startsWith(folder))
})
