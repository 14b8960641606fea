import { isRouteBelow } from '../../../schema/resolve/collect-articles.ts'
import { nameNewPage } from './name-new-page.ts'
import { createNewPage, newPageKinds, type NewPageKind } from './new-page.ts'
import type { Site } from '../../../schema/merge/merge-sources.ts'
import { explainTaken } from '../../../schema/resolve/site-addresses.ts'
import type { ResolvedSite } from '../../../schema/resolve/resolve-site.ts'
import { hashOriginal } from '../../../schema/resolve/resolve-page.ts'
import { readWholePage } from '../../prerender/read/resolve-pages.ts'
import { asText } from '../../../schema/util/as-text.ts'
import { getAt, isRecord } from '../../../schema/util/records.ts'
import type { JsonValue, FileEdit } from '../yaml-operations.ts'
import type { PageAction } from '../inputs.ts'
import { findFamilyFile } from '../../shared/family-file.ts'
import { refuse } from '../../shared/user-error.ts'
import { replaceCopiedName } from './copied-names.ts'
import { findOwnPage } from './own-page.ts'

/** Operations, and their description in words. */
export type PlannedAction = { label: string; operations: FileEdit[] }

type Action<Name extends PageAction['action']> = PageAction & { action: Name }

/** Adds a page to the file that has the pages with the longest common beginning of the address. */
export function planNewPage(resolved: ResolvedSite, action: Action<'new'>): PlannedAction {
  const { site, placeNames } = resolved
  const { route, kind, title = '' } = action
  const { label = nameNewPage(route, [title, ...placeNames]) } = action
  assertFree(resolved, route)
  const value = createPage(resolved, { route, kind, label, ...(title && { title }) })
  const file = findPageFile(site, route, kind)
  return {
    label: `Add the page ${route}`,
    operations: [
      { kind: 'set', file, path: ['pages', route], value },
      ...removePlanned(site, route),
      ...planMenuEntry(site, action.menu, route, label),
    ],
  }
}

/** @throws UserError if there is no such kind */
function createPage(
  resolved: ResolvedSite,
  { kind: name, ...page }: { route: string; kind: string; label: string; title?: string },
): Record<string, JsonValue> {
  const kind = newPageKinds.find((each): each is NewPageKind => each === name)
  if (!kind) return refuse(`The kind of a new page must be one of ${newPageKinds.join(', ')}.`)
  return createNewPage(resolved, { ...page, kind })
}

/** Adds a link to a page at the end of a menu of the header. */
function planMenuEntry(
  { main }: Site,
  menu: number | undefined,
  href: string,
  label: string,
): FileEdit[] {
  if (menu === undefined) return []
  const path = ['navigation', 'header', 'menus', menu, 'items']
  const items = getAt(main.value, path)
  if (!Array.isArray(items)) return refuse('There is no such menu.')
  const value = { label, href }
  return [{ kind: 'insert', file: main.file, path: [...path, items.length], value }]
}

/**
 * A copy of a page, without what only one page can have. It is a placeholder, since it says what is
 * right for its original.
 * @param written the entry as written
 */
export function planCopy(
  resolved: ResolvedSite,
  { from, to, kind, title, label, menu, language, replaced }: Action<'duplicate'>,
  written: JsonValue | undefined,
): PlannedAction {
  const page = findOwnPage(resolved, from)
  const { site, placeNames } = resolved
  assertFree(resolved, to)
  if (!isRecord(written)) return refuse(`${from} cannot be copied.`)
  const { aliases: _, business: __, original: ___, ...own } = written as Record<string, JsonValue>
  const value = replaced
    ? replaceCopiedName(own, replaced, new Set(resolved.context.facts.keys())).page
    : own
  if (title !== undefined) value.title = title
  else if (typeof value.title === 'string') value.title = `Copy of ${value.title}`
  if (label !== undefined) value.label = label
  const isOfKind = kind === undefined || kind === value.kind
  const isBeside = isOfKind && language === undefined
  const file = isBeside ? page.location.source.file : findPageFile(site, to, kind, language)
  const name = label ?? nameNewPage(to, [title ?? '', ...placeNames])
  return {
    label: `${language === undefined ? 'Copy' : 'Translate'} ${from} to ${to}`,
    operations: [
      {
        kind: 'set',
        file,
        path: ['pages', to],
        value: markCopy(
          isOfKind
            ? value
            : changeKind(value, createPage(resolved, { route: to, kind, label: name })),
          language === undefined
            ? {}
            : {
                ...{ language, translates: from },
                original: hashOriginal(readWholePage(page, resolved.context)),
              },
        ),
      },
      ...removePlanned(site, to),
      ...planMenuEntry(site, menu, to, name),
    ],
  }
}

/** A copy has the words of its original until somebody rewrites or translates them. */
function markCopy(
  { blocks, ...page }: Record<string, JsonValue>,
  translation: { language?: string; translates?: string; original?: string },
): Record<string, JsonValue> {
  return { ...page, placeholder: true, ...translation, blocks: blocks! }
}

/** Gives a page what another kind requires, and keeps the rest. @param example a page of that kind */
function changeKind(
  page: Record<string, JsonValue>,
  { kind, ...example }: Record<string, JsonValue>,
): Record<string, JsonValue> {
  const { article: _, city: __, service, ...own } = page
  const merged: Record<string, JsonValue> = { ...example, ...own, kind: kind! }
  if (example.service !== undefined && service !== undefined) merged.service = service
  return merged
}

/** @throws UserError if an address is malformed or taken */
export function assertFree(resolved: ResolvedSite, address: string, form?: 'alias'): void {
  const reason = explainTaken(resolved, address, { form })
  if (reason !== undefined) refuse(reason)
}

/** A planned page is written now. */
function removePlanned({ planned }: Site, route: string): FileEdit[] {
  const entry = planned.get(route)
  return entry
    ? [{ kind: 'remove', file: entry.location.source.file, path: entry.location.path }]
    : []
}

/**
 * The file with most of the pages that share the longest beginning of an address. If that is only
 * the slash, the file of a family of pages of the same kind and language, or else that of the home
 * page.
 */
function findPageFile(
  { pages, main, settings }: Site,
  route: string,
  kind?: string,
  language = asText(settings.language),
): string {
  const own = [...pages.values()].filter(({ routeValues }) => !routeValues)
  for (let parent = getParent(route); parent !== ''; parent = getParent(parent)) {
    const found = findFamilyFile(own.filter((page) => isRouteBelow(page.route, parent)))
    if (found !== undefined) return found
  }
  // A file with the pages of another language may give it to those that are added.
  const inLanguage = own.filter(
    ({ raw }) => (asText(raw.language) || asText(settings.language)) === language,
  )
  const alike = inLanguage.filter(({ raw }) => raw.kind === kind)
  const family = findFamilyFile(alike)
  const isFamily = alike.filter(({ location }) => location.source.file === family).length > 1
  const home = pages.get('/')?.location.source.file ?? findFamilyFile(own) ?? main.file
  return family !== undefined && isFamily ? family : home
}

const getParent = (route: string) => route.slice(0, route.lastIndexOf('/'))
