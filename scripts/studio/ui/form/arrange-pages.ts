/** The two orders of the list of pages: by family, and by address. */
import type { PageItem } from '../../../edit/describe/list-page-items.ts'
import { toWords } from '../../../edit/to-words.ts'
import { createWordFilter } from '../../../../blocks/shared/text/match-words.ts'

type Family = { name: string; pages: PageItem[] }

/**
 * Groups the pages that match a search by their family: the set or the file that they are in. The
 * family of the home page comes first.
 * @param maximum of pages in all families
 */
export function groupPages(
  pages: PageItem[],
  query: string,
  maximum: number,
  getName = ({ title }: PageItem): string => title,
): { families: Family[]; count: number } {
  const matches = createWordFilter(query)
  const home = pages.find(({ route }) => route === '/')
  const isBesideHome = (page: PageItem) => home && nameFamily(page) === nameFamily(home)
  const found = pages
    .filter((page) => matches(`${page.route} ${getName(page)} ${page.title} ${page.kind}`))
    .sort((a, b) => Number(isBesideHome(b)) - Number(isBesideHome(a)))
  const families = new Map<string, PageItem[]>()
  for (const page of found.slice(0, maximum)) {
    const name = nameFamily(page)
    families.set(name, [...(families.get(name) ?? []), page])
  }
  return {
    families: [...families].map(([name, own]) => ({ name, pages: own })),
    count: found.length,
  }
}

/** `pages/near-me.yaml` → *Near me*. */
const nameFamily = ({ file, set }: PageItem): string =>
  set === undefined ? toWords(file.replace(/^.*\//, '').replace(/\.\w+$/, '')) : `Set ${set}`

/** An address in the map of pages. @property page undefined if only pages below it exist */
export type MapNode = { route: string; page?: PageItem; nodes: MapNode[] }

/** Arranges pages by their addresses, below the home page. */
export function buildPageMap(pages: PageItem[]): MapNode {
  const root: MapNode = { route: '/', nodes: [] }
  const known = new Map([['/', root]])
  const getNode = (route: string): MapNode => {
    const found = known.get(route)
    if (found) return found
    const node: MapNode = { route, nodes: [] }
    known.set(route, node)
    getNode(getParent(route)).nodes.push(node)
    return node
  }
  for (const page of pages.toSorted((a, b) => (a.route < b.route ? -1 : 1)))
    getNode(page.route).page = page
  return root
}

const getParent = (route: string): string => route.slice(0, route.lastIndexOf('/')) || '/'

/** Whether a page has an address of its own: that of a page of a set follows from its row. */
export const canMovePage = ({ route, set }: PageItem): boolean =>
  set === undefined && route !== '/' && route !== '/404'

/** @returns the address of a page below another one; undefined if it cannot be or is there */
export function proposeAddress(route: string, above: string): string | undefined {
  const address = `${above === '/' ? '' : above}${route.slice(route.lastIndexOf('/'))}`
  const isWithinItself = `${above}/`.startsWith(`${route}/`)
  return isWithinItself || address === route ? undefined : address
}
