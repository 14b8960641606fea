import type { MovedPage } from './report-types.ts'
import type { SiteVersion, VersionPage } from './versions/site-version.ts'
import type { PageContents } from './page-contents.ts'

export type PagePair = {
  route: string
  beforeRoute: string
  before: VersionPage
  after: VersionPage
}

export type PageMatches = {
  pairs: PagePair[]
  /** Pages of the later version. */
  added: string[]
  /** Pages of the earlier version. */
  removed: string[]
  moved: MovedPage[]
}

/** If more pairs of pages than this have to be compared, only their titles are. */
const maxTextComparisons = 400
/** The share of texts that must be equal for a page without a redirect to count as moved. */
const movedSimilarity = 0.6

/**
 * Finds the pages that both versions have, under the same address or another one.
 * @param read reads the document of a page
 */
export function matchPages(
  before: SiteVersion,
  after: SiteVersion,
  read: (page: VersionPage) => PageContents,
): PageMatches {
  const pairs: PagePair[] = []
  for (const [route, page] of after.pages) {
    const earlier = before.pages.get(route)
    if (earlier) pairs.push({ route, beforeRoute: route, before: earlier, after: page })
  }
  const added = new Set([...after.pages.keys()].filter((route) => !isKnown(before, route)))
  const removed = new Set([...before.pages.keys()].filter((route) => !isKnown(after, route)))
  const moved: MovedPage[] = []
  const addMoved = (from: string, to: string, redirects: boolean) => {
    pairs.push({
      route: to,
      beforeRoute: from,
      before: before.pages.get(from)!,
      after: after.pages.get(to)!,
    })
    moved.push({ from, to, redirects, linkedFrom: [] })
    added.delete(to)
    removed.delete(from)
  }
  for (const from of [...removed]) {
    const target = after.findRedirect(from)
    if (target !== undefined && added.has(target)) addMoved(from, target, true)
  }
  const rest = [...removed].filter((route) => after.findRedirect(route) === undefined)
  const candidates = new Map([...added].map((route) => [route, read(after.pages.get(route)!)]))
  const isFew = rest.length * candidates.size <= maxTextComparisons
  for (const from of rest) {
    const contents = read(before.pages.get(from)!)
    const scores = [...candidates]
      .filter(([route]) => added.has(route))
      .map(([route, other]) => [route, compareContents(contents, other, isFew)] as const)
      .sort(([, a], [, b]) => b - a)
    const [to, score] = scores[0] ?? ['', 0]
    if (score >= movedSimilarity) addMoved(from, to, false)
  }
  return { pairs, added: [...added], removed: [...removed], moved }
}

const isKnown = ({ pages, failed }: SiteVersion, route: string) =>
  pages.has(route) || failed.has(route)

/** @returns the share of equal texts, from 0 to 1. */
function compareContents(a: PageContents, b: PageContents, comparesTexts: boolean): number {
  if (a.title === b.title && a.title !== '') return 1
  if (!comparesTexts) return 0
  const [texts, others] = [a, b].map(({ main }) => new Set([...main.headings, ...main.texts]))
  const equal = [...texts!].filter((text) => others!.has(text)).length
  return equal / Math.max(1, texts!.size + others!.size - equal)
}
