import { memoizeByObject } from './memoize-by-object.ts'

/** Removes a trailing slash: /pricing/ is the page /pricing. The home page stays /. */
export const stripTrailingSlash = (path: string): string => path.replace(/(?<=[^/])\/$/, '')

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

/** Each segment of a route is the name of a folder, which file systems limit to 255 bytes. */
export const maxSegmentLength = 200

/** Returns the segment of a route that is too long for the name of a folder. */
export const findLongSegment = (route: string): string | undefined =>
  route.split('/').find((segment) => segment.length > maxSegmentLength)

/** Adds a trailing slash if the site's settings ask for it. */
export function applyTrailingSlash(
  route: string,
  { trailingSlash = false }: { trailingSlash?: boolean },
): string {
  return trailingSlash && route !== '/' ? `${stripTrailingSlash(route)}/` : route
}

/** More than an address that a site can have. To list all of a longer one would take long. */
const maxParents = 500

/** Lists the routes above a route: /a/b/c → /a, /a/b. */
export function listParentRoutes(route: string): string[] {
  const steps = route.split('/').slice(1, -1).slice(0, maxParents)
  return steps.map((_, index) => `/${steps.slice(0, index + 1).join('/')}`)
}

/** Returns the path of a page's document in the output: /pricing → /pricing/index.html. */
export const getDocumentPath = (route: string): string =>
  route === '/404' ? '/404.html' : `${route === '/' ? '' : route}/index.html`

/**
 * Matches routes of files that every build writes. Web servers serve /about at /about/index too, so
 * no route may end with /index.
 */
export const reservedRoute = /^\/(?:404$|(?:assets|og)(?:\/|$))|\/index$/

/** The path of the search index. Its name has no hash, since documents contain it. */
export const searchIndexPath = '/search-index.json'
