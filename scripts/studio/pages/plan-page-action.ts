import { createNewPage, nameNewPage, newPageKinds, type NewPageKind } from '../../new/new-page.ts'
import type { MergedSite, RawPage } from '../../../schema/resolve/merge-sources.ts'
import { isNeverPublished } from '../../../schema/source/recorded-addresses.ts'
import { explainTaken } from '../../../schema/resolve/site-addresses.ts'
import type { SharedSite } from '../../../schema/resolve/resolve-site.ts'
import { getAt, isRecord } from '../../../schema/util/records.ts'
import type { ReadSite } from '../../prerender/run/run.ts'
import { locatePage } from '../describe/list-page-items.ts'
import { assertNotNeeded } from '../../rename/own-page.ts'
import { refuse } from '../draft/studio-failure.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import type { PageAction, StudioOperation } from '../protocol.ts'
import { findFamilyFile } from '../../shared/family-file.ts'

/** Operations, and their description in words. */
export type PlannedAction = { label: string; operations: StudioOperation[] }

/** A site whose pages are known, though not what they contain. */
type EditedSite = { input: { shared: Pick<SharedSite, 'merged' | 'addresses'> } }

/** A site of which a page can be written. */
type KnownSite = { input: { shared: SharedSite } }

type Action<Name extends PageAction['action']> = PageAction & { action: Name }

/** Adds a page to the file that has the pages with the longest common beginning of the address. */
export function planNewPage(site: KnownSite, action: Action<'new'>): PlannedAction {
  const { merged, placeNames } = site.input.shared
  const { route, kind, title, label = nameNewPage(route, placeNames) } = action
  assertFree(site, route)
  const value = createPage(site, { route, kind, label, ...(title !== undefined && { title }) })
  const file = findPageFile(merged, route, kind)
  return {
    label: `Add the page ${route}`,
    operations: [
      { kind: 'set', file, path: ['pages', route], value },
      ...removePlanned(merged, route),
      ...planMenuEntry(merged, action.menu, route, label),
    ],
  }
}

/** @throws StudioFailure if there is no such kind */
function createPage(
  { input: { shared } }: KnownSite,
  { kind: name, ...page }: { route: string; kind: string; label: string; title?: string },
): Record<string, JsonValue> {
  const kind = newPageKinds.find((each): each is NewPageKind => each === name)
  if (!kind) return refuse(`The kind of a new page must be one of ${newPageKinds.join(', ')}.`)
  return createNewPage(shared, { ...page, kind })
}

/** Adds a link to a page at the end of a menu of the header. */
function planMenuEntry(
  { main }: MergedSite,
  menu: number | undefined,
  href: string,
  label: string,
): StudioOperation[] {
  if (menu === undefined) return []
  const path = ['navigation', 'header', 'menus', menu, 'items']
  const items = getAt(main.value, path)
  if (!Array.isArray(items)) return refuse('There is no such menu.')
  const value = { label, href }
  return [{ kind: 'insert', file: main.file, path: [...path, items.length], value }]
}

/** A copy of a page, without what only one page can have. @param written the entry as written */
export function planCopy(
  site: ReadSite,
  { from, to, kind, title, label, menu }: Action<'duplicate'>,
  written: JsonValue | undefined,
): PlannedAction {
  const page = findOwnPage(site, from)
  const { merged, placeNames } = site.input.shared
  assertFree(site, to)
  if (!isRecord(written)) return refuse(`${from} cannot be copied.`)
  const { aliases: _, business: __, original: ___, ...value } = written as Record<string, JsonValue>
  if (title !== undefined) value.title = title
  else if (typeof value.title === 'string') value.title = `Copy of ${value.title}`
  if (label !== undefined) value.label = label
  const isOfKind = kind === undefined || kind === value.kind
  const file = isOfKind ? page.location.source.file : findPageFile(merged, to, kind)
  const name = label ?? nameNewPage(to, placeNames)
  return {
    label: `Copy ${from} to ${to}`,
    operations: [
      {
        kind: 'set',
        file,
        path: ['pages', to],
        value: isOfKind
          ? value
          : changeKind(value, createPage(site, { route: to, kind, label: name })),
      },
      ...removePlanned(merged, to),
      ...planMenuEntry(merged, menu, to, name),
    ],
  }
}

/** Gives a page what another kind requires, and keeps the rest. @param example a page of that kind */
function changeKind(
  page: Record<string, JsonValue>,
  { kind, placeholder: _, ...example }: Record<string, JsonValue>,
): Record<string, JsonValue> {
  const { article: __, city: ___, service, ...own } = page
  const merged: Record<string, JsonValue> = { ...example, ...own, kind: kind! }
  if (example.service !== undefined && service !== undefined) merged.service = service
  const { blocks, ...required } = merged
  return { ...required, blocks: blocks! }
}

/**
 * Deletes a page. Its address and its aliases become aliases of another page. The links to it are
 * changed separately.
 */
export function planDeletion(
  site: EditedSite,
  { route, redirectTo }: Action<'delete'>,
): PlannedAction {
  assertNotNeeded(route, 'deleted')
  const page = findOwnPage(site, route)
  const operations: StudioOperation[] = [
    { kind: 'remove', file: page.location.source.file, path: ['pages', route] },
  ]
  if (redirectTo !== undefined) {
    const target = findOwnPage(site, redirectTo)
    if (target === page) refuse('A page cannot redirect to itself.')
    const known = listAliases(target)
    const left = isNeverPublished(site.input.shared.addresses, page) ? [] : [route]
    const added = [...left, ...listAliases(page)].filter((alias) => !known.includes(alias))
    const path = ['pages', redirectTo, 'aliases']
    const { file } = target.location.source
    if (added.length > 0)
      operations.push({ kind: 'set', file, path, value: [...known, ...added], before: 'blocks' })
  }
  const isRedirected = operations.length > 1
  const end = isRedirected ? `, redirect it to ${redirectTo}` : ''
  return { label: `Delete the page ${route}${end}`, operations }
}

export const listAliases = ({ raw }: RawPage): string[] =>
  Array.isArray(raw.aliases) ? raw.aliases.map(String) : []

/** A page that is an entry of a file. */
export function findOwnPage({ input }: EditedSite, route: string): RawPage {
  const page = input.shared.merged.pages.get(route)
  if (!page) return refuse(`There is no page ${route}.`)
  return locatePage(page).setOrigin
    ? refuse(`${route} is a page of a set. Edit its row or its template.`)
    : page
}

/** @throws StudioFailure if an address is malformed or taken */
export function assertFree({ input }: KnownSite, address: string, form?: 'alias'): void {
  const reason = explainTaken(input.shared, address, { form })
  if (reason !== undefined) refuse(reason)
}

/** A planned page is written now. */
function removePlanned({ planned }: MergedSite, route: string): StudioOperation[] {
  const entry = planned.get(route)
  return entry
    ? [{ kind: 'remove', file: entry.location.source.file, path: entry.location.path }]
    : []
}

/**
 * The file with most of the pages that share the longest beginning of an address. If that is only
 * the slash, the file with most of the pages of the same kind.
 */
function findPageFile({ pages, main }: MergedSite, route: string, kind?: string): string {
  const own = [...pages.values()].filter((page) => !locatePage(page).setOrigin)
  for (let parent = getParent(route); parent !== ''; parent = getParent(parent)) {
    const found = findFamilyFile(own.filter((page) => page.route.startsWith(`${parent}/`)))
    if (found !== undefined) return found
  }
  return (
    findFamilyFile(own.filter(({ raw }) => raw.kind === kind)) ?? findFamilyFile(own) ?? main.file
  )
}

const getParent = (route: string) => route.slice(0, route.lastIndexOf('/'))
