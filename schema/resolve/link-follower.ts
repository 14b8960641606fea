import { parseLink } from './parse-link.ts'
import { stripTrailingSlash } from '../util/route-paths.ts'
import { findAddress, type Addresses } from './site-addresses.ts'

/**
 * Creates a function that finds the path to which a link within the site leads. An address that
 * redirects counts as the page that it leads to.
 */
export function createLinkFollower(addresses: Addresses): (href: string) => string | undefined {
  // Pages share most of their links, so each is parsed only once.
  const paths = new Map<string, string | undefined>()
  return (href) => {
    if (!paths.has(href)) {
      const link = parseLink(href)
      const path = link.kind === 'internal' ? stripTrailingSlash(link.route) : undefined
      paths.set(href, path && (findAddress(addresses, path)?.to ?? path))
    }
    return paths.get(href)
  }
}
