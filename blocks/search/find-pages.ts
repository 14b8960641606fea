/**
 * Finds pages by their words. This script is bundled on its own and loaded when a visitor begins to
 * search: see `search.tsx`.
 */
import MiniSearch from 'minisearch'
import { foldLetters } from '../shared/text/fold-letters.ts'
import type { SearchPage } from './search-types.ts'

/**
 * A search result.
 * @property href its path, with the anchor of the best matching section
 * @property heading of that section, unless it equals the title
 * @property quote an excerpt of its text
 */
type FoundPage = { href: string; title: string; heading?: string; quote: QuotePart[] }

/**
 * Finds the pages that contain all words of a query, or, if there are none, some of the words. The
 * best match is first.
 */
export type FindPages = (query: string) => FoundPage[]

type SectionEntry = { id: number; title: string; heading: string; text: string }

/** Indexes pages and returns the function that searches them. */
export function createFinder(pages: SearchPage[]): FindPages {
  const sections = pages.flatMap(([, , all], page) => all.map((_, section) => ({ page, section })))
  const index = new MiniSearch<SectionEntry>({
    fields: ['title', 'heading', 'text'],
    processTerm: normalizeWord,
    searchOptions: {
      boost: { title: 4, heading: 2 },
      // Allows one spelling mistake in four to seven letters, and two in eight or more.
      fuzzy: (word) => (word.length < 4 ? false : word.length < 8 ? 1 : 2),
      prefix: (word) => word.length > 1,
      // The beginning of a page usually describes what it is about.
      boostDocument: (id) => (sections[id as number]!.section === 0 ? 1.5 : 1),
    },
  })
  index.addAll(
    sections.map(({ page, section }, id) => {
      const [, title, all] = pages[page]!
      const [heading, , text] = all[section]!
      return { id, title, heading, text }
    }),
  )
  return (query) => {
    const all = index.search(query, { combineWith: 'AND' })
    const found = all.length > 0 ? all : index.search(query)
    const best = new Map<number, (typeof found)[number]>()
    for (const result of found) {
      const { page } = sections[result.id as number]!
      if (!best.has(page)) best.set(page, result)
    }
    return [...best.values()].map(({ id, match, terms }) => {
      const { page, section } = sections[id as number]!
      const [path, title, all] = pages[page]!
      // If only the title matches, quote the beginning of the page.
      const isInSection = Object.values(match).some((fields) => fields.some((f) => f !== 'title'))
      const [heading, anchor, text] = all[isInSection ? section : 0]!
      return {
        href: anchor === '' ? path : `${path}#${encodeURIComponent(anchor)}`,
        title,
        ...(heading !== '' && !title.startsWith(heading) && { heading }),
        quote: quoteMatch(text || heading, (word) => terms.includes(normalizeWord(word))),
      }
    })
  }
}

/** Ignores case, accents and symbols: `60` finds `$60`. */
const normalizeWord = (word: string): string => foldLetters(word).replace(/\p{S}/gu, '')

/**
 * A part of an excerpt.
 * @property isMatch whether it is a word that matches the query
 */
export type QuotePart = { text: string; isMatch: boolean }

/** The length of an excerpt, in characters. */
const quoteLength = 160
/** How many characters of an excerpt may precede the first match. */
const leadLength = 50

/** Returns the excerpt of a text around its first match, split so that each match is a part. */
export function quoteMatch(text: string, isMatch: (word: string) => boolean): QuotePart[] {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    isMatch: isMatch(word),
  }))
  const first = words.find((word) => word.isMatch)?.start ?? 0
  const isShort = text.length <= quoteLength
  // An excerpt begins and ends at word boundaries.
  const start = isShort
    ? 0
    : (words.find((word) => word.start >= Math.min(first, text.length - quoteLength) - leadLength)
        ?.start ?? 0)
  const last = words.findLast(({ end }) => end <= start + quoteLength)?.end ?? quoteLength
  const end = isShort || text.length - last < 3 ? text.length : last
  const parts: QuotePart[] = []
  let at = words[0]?.start === start ? 0 : start
  for (const word of words) {
    if (!word.isMatch || word.start < start || word.end > end) continue
    parts.push({ text: text.slice(at, word.start), isMatch: false })
    parts.push({ text: text.slice(word.start, word.end), isMatch: true })
    at = word.end
  }
  parts.push({ text: text.slice(at, end), isMatch: false })
  if (end < text.length) parts.push({ text: ' …', isMatch: false })
  if (start > 0 && words[0]?.start !== start) parts.unshift({ text: '… ', isMatch: false })
  return parts.filter((part) => part.text !== '')
}
