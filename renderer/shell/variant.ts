import type { PageData, SiteData } from '../../schema/page-data.ts'

/** Of two pages with the same variant, header and footer are the same. It says all that the shell looks at in a page. */
export function shellVariantOf({ kind, route }: Pick<PageData, 'kind' | 'route'>, { header }: SiteData): string {
  const isLinked = route === '/' || header.menus.some(({ href, items }) => href === route || items?.some((item) => item.href === route))
  return `${kind} ${isLinked ? route : ''}`
}
