import { findAll, getText, listWords } from './html/dom.ts'
import { listItemNodes, type FlowItem } from './html/flow-items.ts'
import { readLinks, readMenu } from './html/separate-shell.ts'
import { citeShellText, convertLink, type ImportContext } from './create-pages.ts'
import type { OldMenuLink, OldSite } from './old-site.ts'
import type { PlannedPage } from './plan-site.ts'

type MenuLink = { label: string; href: string }
type Navigation = { header: { menus: Menu[] }; footer: object }
type Menu = { label: string; href?: string; items?: MenuLink[] }

/** Creates the menus and the footer from what the home page has around its content. */
export function createNavigation(
  home: PlannedPage,
  { menu, footerMenus = [] }: Pick<OldSite, 'menu' | 'footerMenus'>,
  context: ImportContext,
): Navigation {
  const last = home.shell.findLastIndex(({ zone }) => zone !== 'footer')
  const isFooter = (item: FlowItem) =>
    item.zone === 'footer' || (isLegal(item.text) && item.zone !== 'navigation')
  const footer = home.shell.filter(isFooter)
  const header = home.shell.slice(0, last + 1).filter((item) => !isFooter(item))
  const links = menu ?? findMenu(header)
  const menus = links.flatMap((link): Menu[] => convertMenu(link, home, context))
  const legal = findLegal(footer) ?? context.siteName
  const more = footerMenus.flatMap((link) => convertMenu(link, home, context))
  const groups = [
    ...createGroups(footer, home, context),
    ...more.flatMap(({ label, items = [] }) =>
      items.length > 0 ? [{ heading: label, items }] : [],
    ),
  ]
  const known = JSON.stringify([menus, groups, legal, context.siteName])
  const rest = listRest(home.shell, known, home, context)
  const own = groups.find(({ heading }) => heading === context.siteName)
  if (rest.length > 0 && own) own.items.push(...rest)
  else if (rest.length > 0) groups.push({ heading: context.siteName, items: rest })
  // Nothing on the old site leads to a list that only the new one has.
  const added = context.plan.pages.find(({ old }) => old.isNew)
  if (added) menus.push({ label: added.old.heading ?? added.route, href: added.route })
  return {
    header: { menus: menus.filter(isFirstOfItsLabel) },
    footer: { ...(groups.length > 0 && { groups }), legal: citeShellText(legal, context) },
  }
}

const isFirstOfItsLabel = ({ label, href }: Menu, index: number, menus: Menu[]) =>
  menus.findIndex((other) => other.label === label && other.href === href) === index

const isLegal = (text: string) =>
  /©|\(c\)|copyright|all rights reserved/i.test(text) && text.length < 400

/** The line of the footer without its links, which are in its columns. */
function findLegal(footer: FlowItem[]): string | undefined {
  const item = footer.find(({ text }) => isLegal(text))
  if (!item) return undefined
  const labels = findAll(listItemNodes(item), 'a').map((anchor) => getText(anchor))
  const rest = labels.reduce((text, label) => text.replace(label, ''), item.text)
  return isLegal(rest)
    ? rest.slice(0, findEndOfWords(rest)).replaceAll(/\s+/g, ' ').trim()
    : item.text
}

/** Where the separators at the end begin. A pattern for them would look again from each one. */
function findEndOfWords(text: string): number {
  let end = text.length
  while (end > 0 && /[\s|·•–/-]/.test(text[end - 1]!)) end--
  return end
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
function findMenu(header: FlowItem[]): OldMenuLink[] {
  const marked = header.filter(({ zone }) => zone === 'navigation')
  const nodes = (marked.length > 0 ? marked : header).map((item) => listItemNodes(item))
  const lists = nodes.filter((each) => findAll(each, 'li').length > 0).map(readMenu)
  return lists.find((links) => links.length > 1) ?? nodes.flatMap((each) => readLinks(each))
}

function convertMenu(link: OldMenuLink, home: PlannedPage, context: ImportContext): Menu[] {
  const target = link.href === undefined ? undefined : toTarget(link.href, home, context)
  const items = (link.items ?? []).flatMap((item) =>
    convertMenu(item, home, context).flatMap(({ items: inner = [], ...own }) => [
      ...(own.href === undefined ? [] : [{ label: own.label, href: own.href }]),
      ...inner,
    ]),
  )
  if (items.length > 0)
    return [{ label: link.label, ...(target !== undefined && { href: target }), items }]
  return target === undefined ? [] : [{ label: link.label, href: target }]
}

/** Menus have no anchors of which nobody knows whether they are there. */
const toTarget = (href: string, home: PlannedPage, context: ImportContext): string | undefined =>
  convertLink(href, home, context)?.replace(/(?<=.)#.*/, '')

/** What most old pages have around their content, and the menus and the footer have not. */
function listRest(
  shell: FlowItem[],
  known: string,
  home: PlannedPage,
  context: ImportContext,
): { label: string; href?: string }[] {
  const words = new Set(listWords(known))
  return shell.flatMap((item) => {
    const links = findAll(listItemNodes(item), 'a').flatMap(({ attribs, children }) => {
      const label = getText(children)
      const href = attribs.href === undefined ? undefined : toTarget(attribs.href, home, context)
      const isKnown = href === undefined || known.includes(JSON.stringify(href))
      return isKnown || label === '' ? [] : [{ label: citeShellText(label, context), href }]
    })
    for (const word of links.flatMap(({ label }) => listWords(label))) words.add(word)
    if (item.kind === 'left-out' || listWords(item.text).every((word) => words.has(word)))
      return links
    for (const word of listWords(item.text)) words.add(word)
    return [...links, { label: citeShellText(item.text, context) }]
  })
}

/** Columns of links, each below its heading. */
function createGroups(footer: FlowItem[], home: PlannedPage, context: ImportContext) {
  const groups: { heading: string; items: { label: string; href?: string }[] }[] = []
  let heading: string | undefined
  for (const item of footer) {
    if (item.kind === 'heading') heading = item.text
    const links = item.kind === 'heading' ? [] : findAll(listItemNodes(item), 'a')
    const items = links.flatMap((anchor) => {
      const label = getText(anchor)
      const href = anchor.attribs.href
      const target = href === undefined ? undefined : toTarget(href, home, context)
      return label === '' || target === undefined
        ? []
        : [{ label: citeShellText(label, context), href: target }]
    })
    const rest =
      listWords(item.text).length - links.flatMap((each) => listWords(getText(each))).length
    // Lines without a link, such as the address.
    if (item.kind === 'text' && heading !== undefined && rest > 0 && !isLegal(item.text))
      items.splice(0, items.length, {
        label: citeShellText(item.text, context),
        href: undefined as never,
      })
    if (items.length === 0) continue
    const group = groups.find((each) => each.heading === (heading ?? context.siteName))
    if (group) group.items.push(...items)
    else groups.push({ heading: heading ?? context.siteName, items })
  }
  return groups.map(({ heading: own, items }) => ({
    heading: own,
    items: items.map(({ label, href }) => (href === undefined ? { label } : { label, href })),
  }))
}
