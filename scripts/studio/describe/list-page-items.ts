import { createLinkFollower } from '../../../schema/resolve/link-follower.ts'
import type { RawPage } from '../../../schema/resolve/merge-sources.ts'
import {
  collectAddresses,
  collectBuiltAddresses,
  isHidden,
  type SiteAddress,
} from '../../../schema/resolve/site-addresses.ts'
import { findRowSource } from '../../../schema/sets/row-source.ts'
import type { Position } from '../../../schema/source/position-types.ts'
import type { SourceFile } from '../../../schema/source/types.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'
import type { ReadSite } from '../../prerender/run/run.ts'
import type { NodeAddress } from '../source-address.ts'
import type { PageItem, PageLinks, StudioProblem, PageListChanges } from '../protocol.ts'

/** Locating a page parses its file, which stays the same object until it changes. */
const getPositions = memoizeByObject((_: SourceFile) => new Map<string, Position>())

/** Where the entry of a page begins, or the template of its set. */
function locatePage({ route, location }: RawPage): Position {
  const positions = getPositions(location.source)
  const position = positions.get(route) ?? location.source.locate(location.path, 'key')
  positions.set(route, position)
  return position
}

/** Where the set that makes a page is written. */
export function locateSet(page: RawPage): NodeAddress | undefined {
  const location = findRowSource(page)?.set.location
  return location && { file: location.source.file, path: location.path }
}

/** Where the entry of a page is written, or the template of its set. */
export function locateEntry(page: RawPage): NodeAddress {
  const set = locateSet(page)
  return set
    ? { file: set.file, path: [...set.path, 'page'] }
    : { file: page.location.source.file, path: ['pages', page.route] }
}

/**
 * Lists the pages in the order of the files, with planned pages at the end.
 * @param changed routes of pages and sets with unsaved edits
 */
export function listPageItems(
  site: ReadSite,
  problems: StudioProblem[],
  changed: Set<string>,
): PageItem[] {
  const { shared } = site.input
  const { merged } = shared
  const addresses = collectBuiltAddresses(shared)
  const summaries = new Map(site.pages.map((page) => [page.route, page]))
  const count = countByRoute(problems)
  const written = [...merged.pages.values()].map((page): PageItem => {
    const { route, raw, location } = page
    const { line, setOrigin } = locatePage(page)
    const set = locateSet(page)?.path.at(-1)
    return {
      route,
      title: summaries.get(route)?.data.head.title ?? String(raw.title ?? route),
      kind: String(raw.kind ?? ''),
      status: getStatus(page, addresses.get(route)),
      placeholder: raw.placeholder === true,
      file: setOrigin?.template.file ?? location.source.file,
      line,
      ...(set !== undefined && { set: String(set) }),
      ...count(route),
      changed: changed.has(route) || (set !== undefined && changed.has(String(set))),
    }
  })
  const planned = [...merged.planned].map(
    ([route, { label, location }]): PageItem => ({
      route,
      title: label,
      kind: 'planned',
      status: 'planned',
      placeholder: false,
      file: location.source.file,
      line: location.source.locate(location.path).line,
      ...count(route),
      changed: false,
    }),
  )
  return [...written, ...planned]
}

/** The pages that link to a page, and whether the header or the footer does. */
export function listLinksTo({ pages, input: { shared } }: ReadSite, route: string): PageLinks {
  const follow = createLinkFollower(collectAddresses(shared))
  const leadsThere = (href: string) => follow(href) === route
  return {
    pages: pages
      .filter((page) => page.route !== route && page.links.some(leadsThere))
      .map((page) => page.route),
    isShared: shared.shellFindings.links.some(({ href }) => leadsThere(href)),
  }
}

/** The status of a page as written, which may not have been made yet. */
function getStatus({ raw }: RawPage, address: SiteAddress | undefined): PageItem['status'] {
  if (isHidden(address)) return address.kind
  return raw.kind === 'ppc' ? 'ppc' : raw.noindex === true ? 'noindex' : 'listed'
}

function countByRoute(problems: StudioProblem[]) {
  const counts = new Map<string, { errors: number; warnings: number }>()
  for (const { route, severity } of problems) {
    if (route === undefined || severity === 'note') continue
    const own = counts.get(route) ?? { errors: 0, warnings: 0 }
    own[severity === 'error' ? 'errors' : 'warnings']++
    counts.set(route, own)
  }
  return (route: string) => ({ ...(counts.get(route) ?? { errors: 0, warnings: 0 }) })
}

/** The list of pages, which may be long, and the version in which each item last changed. */
export class VersionedPageList {
  #version = 0
  #routes: string[] = []
  #routesVersion = 0
  #items = new Map<string, { item: PageItem; version: number }>()

  /** Replaces the list, and notes what has changed. */
  update(items: PageItem[]): void {
    const next = this.#version + 1
    const routes = items.map(({ route }) => route)
    const before = this.#items
    // A page that is removed and comes back counts as new, because clients have dropped it.
    this.#items = new Map(
      items.map((item) => {
        const known = before.get(item.route)
        return [item.route, known && isSameItem(item, known.item) ? known : { item, version: next }]
      }),
    )
    if (routes.length !== this.#routes.length || routes.some((each, n) => each !== this.#routes[n]))
      this.#routesVersion = next
    this.#routes = routes
    const hasChanges = [...this.#items.values()].some(({ version }) => version === next)
    if (hasChanges || this.#routesVersion === next) this.#version = next
  }

  /** @param version of the list that is known; 0 if none is */
  listChanges(version: number): PageListChanges {
    return {
      version: this.#version,
      pages: this.#routes.flatMap((route) => {
        const known = this.#items.get(route)!
        return known.version > version ? [known.item] : []
      }),
      ...(this.#routesVersion > version && { routes: this.#routes }),
    }
  }
}

function isSameItem(item: PageItem, before: PageItem): boolean {
  const names = Object.keys(item) as (keyof PageItem)[]
  return (
    names.length === Object.keys(before).length &&
    names.every((name) => item[name] === before[name])
  )
}
