import {
  findAll,
  findAround,
  getText,
  isElement,
  listWords,
  nameTarget,
  type HtmlElement,
} from './html/dom.ts'
import type { Part } from './html/list-parts.ts'
import { readPicture } from './html/convert-media.ts'
import { readLinks, readMenu } from './html/separate-shell.ts'
import { citeContacts, convertLink, findPicture, type ImportContext } from './create-pages.ts'
import type { OldMenuLink, OldSite } from './old-site.ts'
import type { PlannedPage } from './plan-site.ts'

type Navigation = { header: { menus: OldMenuLink[] }; footer: object }

/** As many letters fit beside the name on a laptop. The menus that follow are in the footer. */
const maxMenuLetters = 70

/** Creates the menus and the footer from what the home page has around its content. */
export function createNavigation(
  home: PlannedPage,
  { menu, footerMenus = [] }: Pick<OldSite, 'menu' | 'footerMenus'>,
  context: ImportContext,
): Navigation {
  const { siteName } = context
  const header = home.shell.filter(({ zone, text }) => zone !== 'footer' && !isLegal(text))
  const links = menu ?? findMenu(header)
  const all = links.flatMap((link) => convertMenu(link, home, context)).filter(isFirstOfItsLabel)
  const isShort = (_: OldMenuLink, index: number) =>
    all.slice(0, index + 1).reduce((sum, { label }) => sum + label.length, 0) <= maxMenuLetters
  const menus = all.filter(isShort)
  const legal = home.shell.find(({ text }) => isLegal(text))?.text ?? siteName
  const groups: { heading: string; items: OldMenuLink[] }[] = footerMenus
    .flatMap((link) => convertMenu(link, home, context))
    .flatMap(({ label, items }) => (items ? [{ heading: label, items }] : []))
  const known = JSON.stringify([all, groups, legal, siteName])
  const long = all.slice(menus.length).flatMap(({ items = [], ...own }) => [own, ...items])
  const rest = [...long, ...listRest(home.shell, known, home, context)]
  if (rest.length > 0) groups.push({ heading: siteName, items: rest })
  return {
    header: { menus },
    footer: {
      groups: groups.length > 0 ? groups : undefined,
      legal: citeContacts(legal, context),
    },
  }
}

const isFirstOfItsLabel = ({ label, href }: OldMenuLink, index: number, menus: OldMenuLink[]) =>
  menus.findIndex((other) => other.label === label && other.href === href) === index

const isLegal = (text: string) =>
  /©|\(c\)|copyright|all rights reserved/i.test(text) && text.length < 400

/** The picture around the content that is a logo by its name, or leads to the home page. */
export function findLogo(home: PlannedPage, context: ImportContext): string | undefined {
  const images = home.shell.flatMap(({ nodes }) => findAll(nodes, 'img'))
  const isNamed = ({ attribs: { src, alt, id, class: name } }: HtmlElement) =>
    /logo|brand/i.test([src, alt, id, name].join(' '))
  const isLogo = (image: HtmlElement): boolean => {
    const anchor = findAround(image, 'a')
    const around = [image.parent, anchor?.parent, anchor?.parent?.parent]
    return (
      [image, ...around].some((node) => node && isElement(node) && isNamed(node)) ||
      (anchor !== undefined && toTarget(anchor.attribs.href ?? '', home, context) === '/')
    )
  }
  const logo = images.find(isLogo)
  return findPicture((logo && readPicture(logo)?.files) ?? [], home, context)
}

/** The labels by which menus call pages. */
export function listMenuLabels(navigation: Navigation): Map<string, string> {
  const links = navigation.header.menus.flatMap(({ items = [], ...own }) => [own, ...items])
  return new Map(
    links
      .reverse()
      .flatMap(({ label, href }) => (href === undefined ? [] : [[href, label] as const])),
  )
}

/** The first part of the header that is a menu, or all of its links. */
function findMenu(header: Part[]): OldMenuLink[] {
  const marked = header.filter(({ zone }) => zone === 'navigation')
  const nodes = (marked.length > 0 ? marked : header).map((part) => part.nodes)
  const lists = nodes.filter((each) => findAll(each, 'li').length > 0).map(readMenu)
  return lists.find((links) => links.length > 1) ?? nodes.flatMap((each) => readLinks(each))
}

function convertMenu(link: OldMenuLink, home: PlannedPage, context: ImportContext): OldMenuLink[] {
  const href = link.href === undefined ? undefined : toTarget(link.href, home, context)
  const items = (link.items ?? []).flatMap((item) =>
    convertMenu(item, home, context).flatMap(({ items: inner = [], ...own }) => [
      ...(own.href === undefined ? [] : [{ label: own.label, href: own.href }]),
      ...inner,
    ]),
  )
  if (items.length > 0) return [{ label: link.label, href, items }]
  return href === undefined ? [] : [{ label: link.label, href }]
}

/** Menus have no anchors of which nobody knows whether they are there. */
const toTarget = (href: string, home: PlannedPage, context: ImportContext): string | undefined =>
  convertLink(href, home, context)?.replace(/(?<=.)#.*/, '')

/** What most old pages have around their content, and the menus and the footer have not. */
function listRest(
  shell: Part[],
  known: string,
  home: PlannedPage,
  context: ImportContext,
): OldMenuLink[] {
  const words = new Set(listWords(known))
  const taken = new Set<HtmlElement>()
  return shell.flatMap((item) => {
    // A link that has several lines is around each of them.
    const around = findAround(item.nodes[0], 'a')
    const anchors = around ? [around] : findAll(item.nodes, 'a')
    const fresh = anchors.filter((anchor) => !taken.has(anchor))
    for (const anchor of fresh) taken.add(anchor)
    const links = fresh.flatMap(({ attribs, children }) => {
      const [image] = findAll(children, 'img')
      // A link with an icon alone is called as its icon is.
      const label =
        getText(children) || (image?.attribs.alt || nameTarget(attribs.href ?? '')).trim()
      const href = attribs.href === undefined ? undefined : toTarget(attribs.href, home, context)
      const isKnown = href === undefined || href === '/' || known.includes(JSON.stringify(href))
      return isKnown || label === '' ? [] : [{ label: citeContacts(label, context), href }]
    })
    for (const word of links.flatMap(({ label }) => listWords(label))) words.add(word)
    if (listWords(item.text).every((word) => words.has(word))) return links
    for (const word of listWords(item.text)) words.add(word)
    return [...links, { label: citeContacts(item.text, context) }]
  })
}
