import { onceFor } from '../../schema/once-for.ts'
import { routeOf } from '../routes.ts'
import type { PageData, SiteData } from '../../schema/page-data.ts'

/** Where the menus lead. */
const linkedRoutes = onceFor(({ header }: SiteData) => {
  const links = header.menus.flatMap(({ href, items = [] }) => [
    href,
    ...items.map((item) => item.href),
  ])
  return new Set(links.flatMap((href) => (href === undefined ? [] : [routeOf(href)])))
})

/** Of two pages with the same variant, header and footer are the same. It says all that the shell looks at in a page. */
export function shellVariantOf(
  { kind, route }: Pick<PageData, 'kind' | 'route'>,
  site: SiteData,
): string {
  return `${kind} ${route === '/' || linkedRoutes(site).has(route) ? route : ''}`
}
