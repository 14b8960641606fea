/**
 * Finds pages by their words. This script is bundled on its own and loaded when a visitor begins to
 * search: see `search.tsx`.
 */
import MiniSearch from 'minisearch'
import { foldLetters } from '../shared/text/fold-letters.ts'
import { quoteMatch, type QuotePart } from './quote-match.ts'
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
