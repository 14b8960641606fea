import type { PageItem } from '../../../edit/describe/list-page-items.ts'
import type { Path } from '../../../../schema/problems/position.ts'
import { asRecord } from '../../../../schema/util/records.ts'
import { toWords } from '../../../edit/to-words.ts'
import { summarize } from './names.ts'
import { toKey } from './paths.ts'

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

export const getParent = (route: string): string => route.slice(0, route.lastIndexOf('/')) || '/'

/** Whether a page has an address of its own: that of a page of a set follows from its row. */
export const canMovePage = ({ route, set }: PageItem): boolean =>
  set === undefined && route !== '/' && route !== '/404'

/** @returns the address of a page below another one; undefined if it cannot be or is there */
export function proposeAddress(route: string, above: string): string | undefined {
  const address = `${above === '/' ? '' : above}${route.slice(route.lastIndexOf('/'))}`
  const isWithinItself = `${above}/`.startsWith(`${route}/`)
  return isWithinItself || address === route ? undefined : address
}

/** A menu, a group of the footer, or a link in one. @property path within the navigation */
export type MenuRow = { key: string; path: Path; label: string; rows: MenuRow[] }

/** The header and the footer, with their lists of links. */
export const listMenus = (navigation: unknown): MenuRow[] =>
  Object.entries(asRecord(navigation)).map(([name, part]) => ({
    key: name,
    path: [name],
    label: toWords(name),
    rows: listEntries(part, [name]),
  }))

const listEntries = (value: unknown, path: Path): MenuRow[] =>
  Object.entries(asRecord(value)).flatMap(([name, list]) =>
    (Array.isArray(list) ? list : []).map((entry, index) => {
      const own = [...path, name, index]
      const label = summarize(entry, []) || `${toWords(name)} ${index + 1}`
      return { key: toKey(own), path: own, label, rows: listEntries(entry, own) }
    }),
  )
