import anyAscii from 'any-ascii'
import { findFreeName } from '../../schema/util/find-free-name.ts'
import { slugify } from '../../schema/util/slugify.ts'
import { reservedRoute } from '../../schema/util/route-paths.ts'
import { decodePath } from '../../schema/resolve/alias-address.ts'

const extensionPattern = /\.(?:x?html?|php\d?|aspx?|jspx?|cfm|cgi|shtml)$/i
const indexPattern = /\/(?:index|default)$/i

/**
 * Chooses a route that is valid, near the old address, and free.
 * @param address as `toOldAddress` returns it
 * @param getName says what the page is called, if its address says nothing
 * @param isTaken whether another page has the route
 */
export function chooseRoute(
  address: string,
  getName: () => string,
  isTaken: (route: string) => boolean,
): string {
  const [path = '/', query] = address.split('?')
  const segments = getFolder(path)
    .split('/')
    .filter((segment) => segment !== '')
  const slugs = segments.map((segment) => toSlug(decodePath(segment)))
  const getOwn = () => toSlug(getName()) || 'page'
  const isNamed = slugs.length > 0 && slugs.every((slug) => slug !== '')
  // A query, such as ?id=3, says nothing to people.
  const start =
    isNamed && query === undefined ? slugs : [...slugs.filter(Boolean).slice(0, -1), getOwn()]
  const route = `/${start.join('/')}`
  // Hosts that ignore case would redirect a page to itself.
  const isItself = (each: string) => each !== path && each === path.toLowerCase()
  const isFree = (each: string) => !isTaken(each) && !isItself(each) && !reservedRoute.test(each)
  if (isFree(route)) return route
  const named = `/${[...start.slice(0, -1), getOwn()].join('/')}`
  return findFreeName(named, (each) => !isFree(each))
}

/** The address without what only servers need: /blog of /blog/index.php. */
export const getFolder = (address: string): string =>
  address.replace(extensionPattern, '').replace(indexPattern, '').replace(/\/$/, '')

/** The words of a text in plain letters, with hyphens between them. */
export const toSlug = (text: string, maxLength = 90): string =>
  slugify(anyAscii(text))
    .replace(/[^a-z0-9-]+/g, '')
    .replace(/^-+|-+$|(?<=-)-+/g, '')
    .slice(0, maxLength)
    .replace(/-+$/, '')

/** Whether an address is that of the home page of a folder: / or /index.htm. */
export const isIndex = (address: string): boolean =>
  address === '/' || /^\/(?:index|default|home)(?:\.\w+)?$/i.test(address)

/** Whether an address has the form of a list of articles: /tag/news, /page/2. */
export const isListAddress = (address: string): boolean =>
  /\/(?:page|tags?|topics?|categor(?:y|ies)|author|archives?)\/[^/]+|\/(?:tags|categories|archives?)(?:\.html?)?$|\/\d{4}(?:\/\d{2}){0,2}$/.test(
    address,
  )
