import { parse } from 'yaml'
import { createPageYaml, nameNewPage, newPageKinds, type NewPage } from '../../new/page-template.ts'
import { listRequiredTexts } from '../../new/required-texts.ts'
import type { MergedSite, RawPage } from '../../../schema/resolve/merge-sources.ts'
import { normalizeAlias } from '../../../schema/resolve/alias-address.ts'
import { collectAddresses, explainTaken } from '../../../schema/resolve/site-addresses.ts'
import { isRecord } from '../../../schema/util/records.ts'
import type { ReadSite } from '../../dev/dev-session.ts'
import { locatePage } from '../describe/list-pages.ts'
import { refuse } from '../draft/studio-failure.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import type { PageAction, StudioOperation } from '../protocol.ts'

/** Operations, and their description in words. */
export type PlannedAction = { label: string; operations: StudioOperation[] }

type Action<Name extends PageAction['action']> = PageAction & { action: Name }

/** Adds a page to the file that has the pages with the longest common beginning of the address. */
export function planNewPage(site: ReadSite, { route, kind, title }: Action<'new'>): PlannedAction {
  const { shared } = site.input
  const { merged, business } = shared
  assertFree(site, route)
  if (!newPageKinds.includes(kind as NewPage['kind']))
    refuse(`The kind of a new page must be one of ${newPageKinds.join(', ')}.`)
  const yaml = createPageYaml({
    route,
    kind: kind as NewPage['kind'],
    region: business?.region ?? 'region',
    today: new Date().toISOString().slice(0, 10),
    category: 'News',
    required: listRequiredTexts(shared, { route, kind, label: nameNewPage(route) }),
  })
  const { pages } = parse(yaml) as { pages: Record<string, Record<string, JsonValue>> }
  const value = { ...pages[route]!, ...(title !== undefined && { title }) }
  const file = findFamilyFile(merged, route)
  return {
    label: `Add the page ${route}`,
    operations: [
      { kind: 'set', file, path: ['pages', route], value },
      ...removePlanned(merged, route),
    ],
  }
}

/** A copy of a page, without what only one page can have. @param written the entry as written */
export function planCopy(
  site: ReadSite,
  { from, to }: Action<'duplicate'>,
  written: JsonValue | undefined,
): PlannedAction {
  const page = findOwnPage(site, from)
  assertFree(site, to)
  if (!isRecord(written)) return refuse(`${from} cannot be copied.`)
  const { aliases: _, business: __, ...value } = written as Record<string, JsonValue>
  if (typeof value.title === 'string') value.title = `Copy of ${value.title}`
  return {
    label: `Copy ${from} to ${to}`,
    operations: [
      { kind: 'set', file: page.location.source.file, path: ['pages', to], value },
      ...removePlanned(site.input.shared.merged, to),
    ],
  }
}

/** Deletes a page. Its address and its aliases become aliases of another page. */
export function planDeletion(
  site: ReadSite,
  { route, redirectTo }: Action<'delete'>,
): PlannedAction {
  const page = findOwnPage(site, route)
  const operations: StudioOperation[] = [
    { kind: 'remove', file: page.location.source.file, path: ['pages', route] },
  ]
  if (redirectTo !== undefined) {
    const target = findOwnPage(site, redirectTo)
    if (target === page) refuse('A page cannot redirect to itself.')
    const known = listAliases(target)
    const added = [route, ...listAliases(page)].filter((alias) => !known.includes(alias))
    const path = ['pages', redirectTo, 'aliases']
    const { file } = target.location.source
    operations.push({ kind: 'set', file, path, value: [...known, ...added], before: 'blocks' })
  }
  const end = redirectTo === undefined ? '' : `, redirect it to ${redirectTo}`
  return { label: `Delete the page ${route}${end}`, operations }
}

export const listAliases = ({ raw }: RawPage): string[] =>
  Array.isArray(raw.aliases) ? raw.aliases.map(String) : []

/** A page that is an entry of a file. */
export function findOwnPage({ input }: ReadSite, route: string): RawPage {
  const page = input.shared.merged.pages.get(route)
  if (!page) return refuse(`There is no page ${route}.`)
  return locatePage(page).setOrigin
    ? refuse(`${route} is a page of a set. Edit its row or its template.`)
    : page
}

/**
 * @throws StudioFailure if a route is malformed or taken.
 * @param form the definition in the schema whose pattern the route must match
 */
export function assertFree(
  { input }: ReadSite,
  route: string,
  form: 'route' | 'alias' = 'route',
): void {
  const { schema } = input.shared
  const { pattern = '', expected = '' } = schema.$defs?.[form] ?? {}
  if (!new RegExp(pattern).test(route))
    refuse(`"${route}" cannot be an address. Write ${expected}.`)
  const reason = explainTaken(collectAddresses(input.shared), normalizeAlias(route))
  if (reason !== undefined) refuse(reason)
}

/** A planned page is written now. */
function removePlanned({ planned }: MergedSite, route: string): StudioOperation[] {
  const entry = planned.get(route)
  return entry
    ? [{ kind: 'remove', file: entry.location.source.file, path: entry.location.path }]
    : []
}

/** The file with most of the pages that share the longest beginning of an address. */
function findFamilyFile({ pages, main }: MergedSite, route: string): string {
  const own = [...pages.values()].filter((page) => !locatePage(page).setOrigin)
  for (let parent = route; parent !== ''; ) {
    parent = parent.slice(0, parent.lastIndexOf('/'))
    const counts = new Map<string, number>()
    for (const { route: other, location } of own)
      if (other.startsWith(`${parent}/`))
        counts.set(location.source.file, (counts.get(location.source.file) ?? 0) + 1)
    const [best] = [...counts].sort((a, b) => b[1] - a[1])
    if (best) return best[0]
  }
  return own[0]?.location.source.file ?? main.file
}
