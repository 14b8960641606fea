import { memoizeByObject } from '../../schema/util/memoize-by-object.ts'
import { toRoute } from '../routes.ts'
import type { PageData, SiteData } from '../../schema/page-data.ts'

/** Where the menus lead. */
const getMenuRoutes = memoizeByObject(({ header }: SiteData) => {
  const links = header.menus.flatMap(({ href, items = [] }) => [
    href,
    ...items.map((item) => item.href),
  ])
  return new Set(links.flatMap((href) => (href === undefined ? [] : [toRoute(href)])))
})

/** Of two pages with the same variant, header and footer are the same. It says all that the shell looks at in a page. */
export function getShellVariant(
  { kind, route }: Pick<PageData, 'kind' | 'route'>,
  site: SiteData,
): string {
  return `${kind} ${route === '/' || getMenuRoutes(site).has(route) ? route : ''}`
}
