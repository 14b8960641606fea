import type { RawPage } from '../../../schema/resolve/merge-sources.ts'
import { listSets, type RawSet } from '../../../schema/sets/list-sets.ts'
import type { Position } from '../../../schema/source/position-types.ts'
import type { SourceFile } from '../../../schema/source/types.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'
import type { ReadSite } from '../../dev/dev-session.ts'
import type { NodeAddress, PageItem, StudioProblem } from '../protocol.ts'

/** Locating a page parses its file, which stays the same object until it changes. */
const getPositions = memoizeByObject((_: SourceFile) => new Map<string, Position>())

/** Where the entry of a page begins, or the template of its set. */
export function locatePage({ route, location }: RawPage): Position {
  const positions = getPositions(location.source)
  const position = positions.get(route) ?? location.source.locate(location.path, 'key')
  positions.set(route, position)
  return position
}

/** The set that makes a page. */
export function findSet({ input }: ReadSite, page: RawPage): RawSet | undefined {
  const origin = locatePage(page).setOrigin
  if (!origin) return undefined
  return listSets(input.sources).find(
    (set) => set.source.file === origin.template.file && toPattern(set.route).test(page.route),
  )
}

/** Where the entry of a page is written, or the template of its set. */
export function locateEntry(site: ReadSite, page: RawPage): NodeAddress {
  const set = findSet(site, page)
  return set
    ? { file: set.source.file, path: [...set.path, 'page'] }
    : { file: page.location.source.file, path: ['pages', page.route] }
}

/** The number of pages that an edit of a template changes. */
export function countSetPages({ input }: ReadSite, setRoute: string): number {
  const pattern = toPattern(setRoute)
  return [...input.shared.merged.pages.keys()].filter((route) => pattern.test(route)).length
}

/** `/locations/{town}` */
const toPattern = (route: string) =>
  new RegExp(`^${route.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]*\}/g, '[^/]+')}$`)

/**
 * Lists the pages in the order of the files, those that are not written yet last.
 * @param changed routes of pages and sets with unsaved edits
 */
export function listPageItems(
  site: ReadSite,
  problems: StudioProblem[],
  changed: Set<string>,
): PageItem[] {
  const { merged } = site.input.shared
  const summaries = new Map(site.pages.map((page) => [page.route, page]))
  const count = countProblems(problems)
  const written = [...merged.pages.values()].map((page): PageItem => {
    const { route, raw, location } = page
    const { line, setOrigin } = locatePage(page)
    const set = setOrigin && findSet(site, page)
    return {
      route,
      title: summaries.get(route)?.data.head.title ?? String(raw.title ?? route),
      kind: String(raw.kind ?? ''),
      status: raw.kind === 'ppc' ? 'ppc' : raw.noindex === true ? 'noindex' : 'listed',
      placeholder: raw.placeholder === true,
      file: setOrigin?.template.file ?? location.source.file,
      line,
      ...(set && { set: set.route }),
      ...count(route),
      changed: changed.has(route) || (set !== undefined && changed.has(set.route)),
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

function countProblems(problems: StudioProblem[]) {
  const counts = new Map<string, { errors: number; warnings: number }>()
  for (const { route, severity } of problems) {
    if (route === undefined || severity === 'note') continue
    const own = counts.get(route) ?? { errors: 0, warnings: 0 }
    own[severity === 'error' ? 'errors' : 'warnings']++
    counts.set(route, own)
  }
  return (route: string) => ({ ...(counts.get(route) ?? { errors: 0, warnings: 0 }) })
}
