import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import { toFileLine } from '../shared/to-file-line.ts'
import type { LinkUse, OutsideLink } from './link-types.ts'

/** Lists the addresses of other sites that a site links to, in the order of the pages. */
export function listOutsideLinks(resolved: ResolvedSite): OutsideLink[] {
  const { pages, notFound, shellFindings, site } = resolved
  const uses = new Map<string, LinkUse[]>()
  const found = [
    ...[...pages, ...(notFound ? [notFound] : [])].map(({ route, findings }) => ({
      page: route as string | undefined,
      links: findings.links,
    })),
    { page: undefined, links: shellFindings.links },
  ]
  for (const { page, links } of found)
    for (const { href, written, location } of links) {
      // Links to http: are errors.
      if (!/^https:/i.test(href) || !URL.canParse(href)) continue
      const { origin, pathname, search } = new URL(href)
      if (origin === site?.origin) continue
      const use = { ...(page !== undefined && { page }), ...toFileLine(location, written) }
      const url = origin + pathname + search
      uses.set(url, [...(uses.get(url) ?? []), use])
    }
  return [...uses].map(([url, links]) => ({ url, uses: links }))
}
