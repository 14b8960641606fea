import type { DocumentFacts } from './read-document.ts'

/**
 * The facts about a document that the table of routes needs. Small enough for every page of a large
 * site.
 */
export type PageDocument = Pick<
  DocumentFacts,
  'title' | 'description' | 'canonical' | 'robots' | 'languages'
> & {
  mainHeadings: string[]
  jsonLdTypes: string[]
  /** The distinct links in `<main>`, and those outside of it. */
  links: string[]
  shellLinks: string[]
  words: number
  /** Sorted hashes of the phrases in `<main>`, without the names that comparisons ignore. */
  shingles: Uint32Array
}
