import { routeOf } from '../routes.ts'
import type { PageData, SiteData } from '../../schema/page-data.ts'

const leadsTo = (href: string | undefined, route: string) => href !== undefined && routeOf(href) === route

/** Of two pages with the same variant, header and footer are the same. It says all that the shell looks at in a page. */
export function shellVariantOf({ kind, route }: Pick<PageData, 'kind' | 'route'>, { header }: SiteData): string {
  const isLinked = route === '/' || header.menus.some(({ href, items }) => leadsTo(href, route) || items?.some((item) => leadsTo(item.href, route)))
  return `${kind} ${isLinked ? route : ''}`
}
