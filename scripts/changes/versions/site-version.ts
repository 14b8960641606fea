import type { LedgerFact } from '../../../schema/resolve/facts.ts'

/** A version of a site to compare. */
export type SiteVersion = {
  /** `main (3f2a1c9)`, `the working folder`. */
  name: string
  /** The folder with the documents. */
  output: string
  /** The folder with the pictures and other files: `public/`, or an output folder. */
  files: string
  pages: Map<string, VersionPage>
  /** Where aliases and ended pages lead, by address. */
  redirects: Map<string, string>
  /** Returns where an address leads, also by a redirect with a wildcard. */
  findRedirect(address: string): string | undefined
  /** Addresses that answer 410, since they were given up or their days are over. */
  gone: Set<string>
  /** The ledger and settings; missing for an earlier output, which has none. */
  ledger?: VersionLedger
  /** Finds a file of `public/` by its URL path. @returns its path on disk. */
  findPublicFile(path: string): string | undefined
  /** The routes of pages with errors that cannot be rendered. */
  failed: Set<string>
  /** Explains in sentences what could not be read. */
  notes: string[]
}

/**
 * A page of a version.
 * @property file the path of its document on disk
 * @property contentHash equal for equal documents; missing if it is unknown
 * @property citations the readings that it cites, as `fact.reading`
 */
export type VersionPage = {
  file: string
  contentHash?: string
  citations?: string[]
  /**
   * The pictures of the page in `public/`. `base` is the path of the resized copies, without width
   * and format.
   */
  pictures?: { src: string; base?: string }[]
}

export type VersionLedger = {
  facts: Map<string, LedgerFact>
  /** The facts of single pages, by route. */
  pageFacts: Map<string, Map<string, LedgerFact>>
  /** The forms in which pages print `site.name`, `site.phone`, `site.email`, and the origin. */
  settings: Map<string, string[]>
  /** The readings that the header and the footer cite. */
  shellCitations: string[]
  language: string
  /** What begins or ends on a coming day: `2027-12-24: the block notice of the page / begins`. */
  coming: string[]
  /** The day of its moment, such as 2027-01-31. */
  today: string
}
