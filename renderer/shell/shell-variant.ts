import { memoizeByObject } from '../../schema/util/memoize-by-object.ts'
import { getPath, toRoute } from '../routes.ts'
import type { PageData, SiteData } from '../../schema/page-data.ts'

/** The paths that the menus link to. */
const getMenuPaths = memoizeByObject(({ header }: SiteData) => {
  const links = header.menus.flatMap(({ href, items = [] }) => [
    href,
    ...items.map((item) => item.href),
  ])
  return new Set(links.flatMap((href) => (href === undefined ? [] : [toRoute(href)])))
})

/**
 * Returns a key for the shell of a page. Pages with the same key have the same shell, so it must
 * cover everything that the shell depends on.
 */
export function getShellVariant(
  { kind, route, otherLanguages }: Pick<PageData, 'kind' | 'route' | 'otherLanguages'>,
  site: SiteData,
): string {
  const shown = route === '/' || getMenuPaths(site).has(getPath(route, site)) ? route : ''
  return `${kind} ${shown} ${otherLanguages?.map(({ href }) => href).join(' ') ?? ''}`
}
