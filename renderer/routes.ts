/** The route of an address: no slash at the end, but for the home page. */
export function toRoute(pathname: string): string {
  const route = pathname.replace(/\/+$/, '')
  return route === '' ? '/' : route
}

/** Where a route's data lies: /pricing → /pricing/page.json. */
export function getDataUrl(route: string): string {
  return route === notFoundRoute ? '/404.json' : `${route === '/' ? '' : route}/page.json`
}

export const notFoundRoute = '/404'
export const siteDataUrl = '/site.json'

/** By this a build knows the documents of an earlier one where they have no data beside them. */
export const generatorTag = '<meta name="generator" content="Signpost">'
