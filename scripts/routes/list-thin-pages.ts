import type { SiteDocuments } from '../prerender/run/inspect-site.ts'
import type { Route } from './types.ts'

/** A page that looks like a doorway: it has little that no other page says. */
export type ThinPage = Pick<
  Route,
  'address' | 'file' | 'line' | 'words' | 'ownShare' | 'nearest' | 'localFacts'
> & {
  /**
   * The number of its words that are on no other page, estimated from the share of unique phrases.
   */
  ownWords: number
  /** The longest phrases that it shares with the nearest page. */
  sharedPhrases: string[]
  /** Advice on what to do, most effective first. */
  advice: string[]
}

/** What a page needs in order not to be thin. `advise` says what is missing. */
const enough = { ownWords: 200, words: 300, ownShare: 0.5, localFacts: 2, similarity: 0.5 }

/**
 * Lists the pages that look most like doorways, the thinnest first: pages that offer a service, are
 * about a town, or come from a set, and that search engines may list.
 * @param limit of how many to look for phrases
 */
export function listThinPages(
  { pages, shared, readDocument }: SiteDocuments,
  routes: Route[],
  limit: number,
): { thin: ThinPage[]; count: number } {
  const summaries = new Map(pages.map((page) => [page.route, page]))
  const isCandidate = ({ address, indexed, kind }: Route) => {
    const page = summaries.get(address)
    if (!page || !indexed || kind === 'home') return false
    const { service, city } = page.meta
    return service || city || shared.merged.pages.get(address)?.routeValues
  }
  const measured = routes
    .filter(isCandidate)
    .map((route) => ({ route, ownWords: Math.round(route.words * (route.ownShare ?? 0)) }))
    .filter(
      ({ route, ownWords }) =>
        ownWords < enough.ownWords || (route.nearest?.similarity ?? 0) > enough.similarity,
    )
    .sort((a, b) => a.ownWords - b.ownWords)
  const thin = measured.slice(0, limit).map(({ route, ownWords }): ThinPage => {
    const { address, file, line, words, ownShare, nearest, localFacts } = route
    const texts = readDocument(address)?.texts
    const others = nearest && readDocument(nearest.address)?.texts
    const sharedPhrases = texts && others ? listSharedPhrases(texts, others) : []
    const measures = { address, file, line, words, ownShare, nearest, localFacts, ownWords }
    return { ...measures, sharedPhrases, advice: advise(route, ownWords) }
  })
  return { thin, count: measured.length }
}

function advise({ words, ownShare = 0, nearest, localFacts }: Route, ownWords: number): string[] {
  const isSimilar = nearest && nearest.similarity > enough.similarity
  const missing = enough.ownWords - ownWords
  return [
    isSimilar && `Reword what ${nearest.address} says too, or merge the two pages.`,
    missing > 0 &&
      `Add about ${Math.ceil(missing / 10) * 10} words that hold for this page alone: a case, a place, a question.`,
    localFacts.length < enough.localFacts &&
      `Print facts of its own, such as a distance, a fee or opening hours: it has ${localFacts.length === 0 ? 'none' : 'one'}.`,
    ownShare < enough.ownShare &&
      words >= enough.words &&
      'Cut what other pages say, and link to them.',
  ].filter((text) => typeof text === 'string')
}

/** Shorter runs of words are shared by chance. */
const minWords = 5
const maxPhrases = 3

/** Lists the longest runs of words that two pages share, longest first. */
function listSharedPhrases(texts: string[], others: string[]): string[] {
  const known = new Set(others.flatMap((text) => listRuns(text.split(' '))))
  const found = texts.flatMap((text) => {
    const words = text.split(' ')
    const phrases: string[] = []
    for (let at = 0; at + minWords <= words.length; at++) {
      let end = at
      while (end + minWords <= words.length && known.has(toRunKey(words, end))) end++
      if (end === at) continue
      phrases.push(words.slice(at, end + minWords - 1).join(' '))
      at = end
    }
    return phrases
  })
  return [...new Set(found)].sort((a, b) => b.length - a.length).slice(0, maxPhrases)
}

const toRunKey = (words: string[], at: number) =>
  words
    .slice(at, at + minWords)
    .join(' ')
    .toLowerCase()

const listRuns = (words: string[]) =>
  words.slice(0, Math.max(0, words.length - minWords + 1)).map((_, at) => toRunKey(words, at))
