import type { ChangeReport } from './report-types.ts'
import { findAddress } from '../../../schema/resolve/site-addresses.ts'
import type { SiteVersion, VersionPage } from './site-version.ts'

/** A page that both versions have. */
export type RoutePair = { route: string; beforeRoute: string }

export type PageMatches = {
  pairs: RoutePair[]
  /** Pages of the later version. */
  added: string[]
  /** Pages of the earlier version. */
  removed: string[]
  moved: ChangeReport['pages']['moved']
}

/** If more pairs of pages than this have to be compared, only their titles are. */
const maxTextComparisons = 400
/** The share of texts that must be equal for a page without a redirect to count as moved. */
const movedSimilarity = 0.6

/** Finds the pages that both versions have, under the same address or another one. */
export function matchPages(before: SiteVersion, after: SiteVersion): PageMatches {
  const pairs = after.routes
    .filter((route) => before.has(route))
    .map((route): RoutePair => ({ route, beforeRoute: route }))
  const added = new Set(after.routes.filter((route) => !before.has(route)))
  const removed = new Set(before.routes.filter((route) => !after.has(route)))
  const findRedirect = (route: string) => findAddress(after.addresses, route)?.to
  const moved: ChangeReport['pages']['moved'] = []
  const addMoved = (from: string, to: string, redirects: boolean) => {
    pairs.push({ route: to, beforeRoute: from })
    moved.push({ from, to, redirects, linkedFrom: [] })
    added.delete(to)
    removed.delete(from)
  }
  for (const from of [...removed]) {
    const target = findRedirect(from)
    if (target !== undefined && added.has(target)) addMoved(from, target, true)
  }
  const rest = [...removed].filter((route) => findRedirect(route) === undefined)
  const candidates = new Map(
    (rest.length === 0 ? [] : [...added]).map((route) => [route, after.getPage(route)]),
  )
  const isFew = rest.length * candidates.size <= maxTextComparisons
  for (const from of rest) {
    const page = before.getPage(from)
    const scores = [...candidates]
      .filter(([route]) => added.has(route))
      .map(([route, other]) => [route, rateMove(page, other, isFew)] as const)
      .sort(([, a], [, b]) => b - a)
    const [to, score] = scores[0] ?? ['', 0]
    if (score >= movedSimilarity) addMoved(from, to, false)
  }
  return { pairs, added: [...added], removed: [...removed], moved }
}

/** @returns the share of equal texts, from 0 to 1. */
function rateMove(
  page: VersionPage | undefined,
  other: VersionPage | undefined,
  comparesTexts: boolean,
): number {
  if (!page || !other) return 0
  const [{ title }, { title: otherTitle }] = [page.head, other.head]
  if (title === otherTitle && title !== '') return 1
  if (!comparesTexts) return 0
  const [texts, others] = [page, other].map(
    ({ contents }) => new Set([...contents.headings, ...contents.texts]),
  )
  const equal = [...texts!].filter((text) => others!.has(text)).length
  return equal / Math.max(1, texts!.size + others!.size - equal)
}
