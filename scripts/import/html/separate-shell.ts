/** What every old page has around its content: the header, the menus, the footer. */
import { hash } from 'node:crypto'
import { findOldAddress } from '../old-address.ts'
import type { OldMenuLink, OldPage } from '../old-site.ts'
import {
  findAll,
  findAround,
  findFirst,
  getText,
  isElement,
  listWords,
  type HtmlElement,
  type HtmlNode,
} from './dom.ts'
import { listShownFiles, type Part } from './list-parts.ts'

/** A page in two parts. */
export type SeparatedPage = { content: Part[]; shell: Part[] }

const margins = new Set(['header', 'footer', 'aside'])

/**
 * Separates the content of pages from what they have in common. Outside of marked margins, only
 * what most pages repeat is common; inside of them, what a single page has is its content. The new
 * site gets its header and its footer from the home page, so what this page lacks is content, too.
 */
export class ShellCounter {
  readonly #counts = new Map<string, number>()
  #pages = 0
  #isOnHome = (_item: Part, _page: OldPage): boolean => true

  add(items: Part[]): void {
    this.#pages++
    for (const key of new Set(items.map(toKey)))
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  /**
   * @param shell what the home page has around its content
   * @param origin of the old site
   */
  setHome(shell: Part[], home: OldPage, origin: string): void {
    const list = (item: Part, page: OldPage) => listKnown(item, page, origin)
    const known = new Set(shell.flatMap((item) => list(item, home)))
    this.#isOnHome = (item, page) => list(item, page).every((each) => known.has(each))
  }

  /** @param items of a page that has been added, as all others have */
  separate(items: Part[], page: OldPage): SeparatedPage {
    // Two pages of three may be nearly the same.
    const most = Math.max(0.6 * this.#pages, 3)
    const isRepeated = (item: Part, minimum: number) => this.#counts.get(toKey(item))! >= minimum
    const heading = items.find((item) => item.level === 1)
    const isShell = (item: Part): boolean => {
      if (!this.#isOnHome(item, page)) return false
      if (item.zone === 'navigation') return true
      if (item.zone === 'main') return false
      if (!margins.has(item.zone)) return isRepeated(item, most)
      return item.text === '' || isRepeated(item, 2) || (this.#pages < 3 && item !== heading)
    }
    const shell = items.filter(isShell)
    return { content: items.filter((item) => !isShell(item)), shell }
  }
}

/** The words of a part, where its links lead, and the names of its pictures. */
const listKnown = ({ text, nodes }: Part, page: OldPage, origin: string): string[] => [
  ...listWords(text),
  ...findAll(nodes, 'a').flatMap(({ attribs: { href } }) =>
    // A link to skip the menu leads to another page each time, and is the same.
    href && !href.startsWith('#') ? (findOldAddress(href, page, origin) ?? href) : [],
  ),
  ...listShownFiles(nodes).map((file) => file.split('/').at(-1)!),
]

const toKey = ({ text, nodes }: Part): string => {
  const files = listShownFiles(nodes).map((file) => file.split('/').at(-1))
  // The words of all pages may be larger than the memory.
  return hash('sha1', [...listWords(text), ...files].join(' '), 'base64')
}

/** Reads links as a menu: a list, and the lists in it. */
export function readMenu(nodes: HtmlNode[]): OldMenuLink[] {
  const list = findFirst(nodes, 'ul', 'ol')
  if (!list) return readLinks(nodes)
  return list.children.flatMap((entry) => {
    if (!isElement(entry, 'li')) return []
    const inner = findFirst(entry.children, 'ul', 'ol')
    const anchor = findAll(entry.children, 'a').find((each) => findAround(each, 'li') === entry)
    const own = entry.children.filter((child) => !inner || findFirst(child, inner.name) !== inner)
    const label = getText(anchor ?? own)
    const items = inner ? readMenu([inner]) : []
    const [link] = anchor ? readMenuLink(anchor) : []
    if (items.length === 0) return link ? [link] : []
    return label === '' ? items : [{ label, href: link?.href, items }]
  })
}

/** All links, without an order of lists. */
export const readLinks = (nodes: HtmlNode[]): OldMenuLink[] =>
  findAll(nodes, 'a').flatMap((anchor) => readMenuLink(anchor))

const readMenuLink = (anchor: HtmlElement): OldMenuLink[] => {
  const label = getText(anchor)
  const { href = '' } = anchor.attribs
  return label === '' || href === '' || href.startsWith('#') ? [] : [{ label, href }]
}
