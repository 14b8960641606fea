/** Converts a path to a route: no trailing slash, except for the home page. */
export function toRoute(pathname: string): string {
  const route = pathname.replace(/\/+$/, '')
  return route === '' ? '/' : route
}

/** Returns the URL of a route's data: `/pricing` → `/pricing/page.json`. */
export function getDataUrl(route: string): string {
  return route === notFoundRoute ? '/404.json' : `${route === '/' ? '' : route}/page.json`
}

export const notFoundRoute = '/404'
export const siteDataUrl = '/site.json'

/** Identifies the documents of builds whose pages have no `page.json` next to them. */
export const generatorTag = '<meta name="generator" content="Signpost">'
