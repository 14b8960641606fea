/** Converts a path to a route: no trailing slash, except for the home page. */
export function toRoute(pathname: string): string {
  const route = pathname.replace(/\/+$/, '')
  return route === '' ? '/' : route
}

/**
 * Returns the path that all addresses of a site begin with: `/client-a` for the origin
 * `https://agency.example/client-a`, and an empty string for a site with a domain of its own.
 */
export const getBasePath = ({ origin }: { origin: string }): string =>
  URL.canParse(origin) ? new URL(origin).pathname.replace(/\/$/, '') : ''

/** Returns the path of a route as the browser sees it, without a slash at its end. */
export const getPath = (route: string, site: { origin: string }): string =>
  toRoute(getBasePath(site) + route)

/** Returns the path of a route's data, below the base path: `/pricing` → `/pricing/page.json`. */
export function getDataPath(route: string): string {
  return route === notFoundRoute ? '/404.json' : `${route === '/' ? '' : route}/page.json`
}

/** The route of the page that hosts show for an unknown address. */
export const notFoundRoute = '/404'
/**
 * Returns the path of the data that all pages in a language share.
 * @param language undefined for the language of the site
 */
export const getSiteDataPath = (language?: string): string =>
  language === undefined ? '/site.json' : `/site.${language}.json`

/** Identifies Signpost's documents in builds without scripts, whose pages have no `page.json`. */
export const generatorTag = '<meta name="generator" content="Signpost">'
