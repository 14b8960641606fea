import { toBuildMoment } from '../../../schema/days/moment.ts'
import type { RawPage } from '../../../schema/resolve/merge-sources.ts'
import {
  collectAddresses,
  isHidden,
  type SiteAddress,
} from '../../../schema/resolve/site-addresses.ts'
import { RowSource } from '../../../schema/sets/row-source.ts'
import type { Position } from '../../../schema/source/position-types.ts'
import type { SourceFile } from '../../../schema/source/types.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'
import type { ReadSite } from '../../dev/dev-session.ts'
import type { NodeAddress } from '../source-address.ts'
import type { PageItem, StudioProblem } from '../protocol.ts'

/** Locating a page parses its file, which stays the same object until it changes. */
const getPositions = memoizeByObject((_: SourceFile) => new Map<string, Position>())

/** Where the entry of a page begins, or the template of its set. */
export function locatePage({ route, location }: RawPage): Position {
  const positions = getPositions(location.source)
  const position = positions.get(route) ?? location.source.locate(location.path, 'key')
  positions.set(route, position)
  return position
}

/** The row of a page of a set. */
export const findRowSource = ({ location: { source } }: RawPage): RowSource | undefined =>
  source instanceof RowSource ? source : undefined

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
  const addresses = collectAddresses(shared, toBuildMoment(shared.context.moment))
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
