import type { PictureFile } from '../../../schema/page-data.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import type { Problem } from '../../../schema/problems/problem.ts'
import type { SourceSummary } from '../../../schema/source/source-summary.ts'
import type { PageShareCard } from '../../images/site-images.ts'
import type { PageRecord } from '../cache/records.ts'
import type { PageWeight } from '../budgets/page-weight.ts'
import type { ShareCard } from '../../images/share-image.ts'
import type { MergedSite } from '../../../schema/resolve/merge-sources.ts'
import type { SiteData, LoadedSite } from '../../../schema/page-data.ts'
import { type PageContext } from '../../../schema/resolve/resolve-page.ts'
import { type WrittenFile } from '../output/output-file.ts'
import type { PageLoad } from '../budgets/page-weight.ts'

/** What the pages of a site share, as plain data: the same for all pages of one build. */
export type SharedInput = {
  context: PageContext
  site: SiteData | undefined
  business: LoadedSite['business']
  /** As they are written. */
  settings: MergedSite['settings']
  placeNames: string[]
  /** Whether a picture is drawn for each page. */
  drawsShareImages: boolean
  /** See `PageRuleContext`. */
  reportPlaceholders?: boolean
}

/** A page to be made: its place among the entries, and the hash of its last look when that is still in the output. */
export type PageJob = { route: string; index: number; previousHash?: string }

/**
 * Pages of a file, or of a set: then `ofSet` says where their entries are kept. @property hash of what they are made of. @property state of the
 * file when it was hashed, where that can be told again: see `settledState`.
 */
export type RenderJob = {
  path: string
  file: string
  hash: string
  state?: string
  pages: PageJob[]
  setEntries?: { entries: string; chunk: number }
  /** Whether the file is to be checked first. */
  isUnvalidated?: boolean
  /** Where the entries stand, if these are all pages of the file, and all that is in it: see `CutFile`. */
  entryOffsets?: number[]
}

/** What came of a page; plain data, kept for the next build. `look` is empty and there are no files where nothing is written. */
export type MadePage<Load = PageLoad> = {
  summary: Omit<PageSummary, 'route' | 'location'>
  pictures: PictureFile[]
  shareCard?: ShareCard
  /** A hash of the document, and of its data where the application reads them. */
  contentHash: string
  /** The files that were written, and their weight; left out when they would have come out the same. */
  output?: PageOutput<Load>
}

export type PageOutput<Load = PageLoad> = {
  files: WrittenFile[]
  weight: { html: PageWeight['html']; load: Load }
}

/** `made` is left out while something is wrong in the page. @property facts those that its texts ask for. */
export type PageOutcome = {
  problems: Problem[]
  summary: MadePage['summary']
  citedFacts: string[]
  made?: MadePage
}

/** What came of an order, page by page; `isUnfit` where something is wrong in an unchecked file, of which nothing is made. */
export type RenderJobResult = {
  outcomes: PageOutcome[]
  isInvalid?: boolean
  entries?: SourceSummary['pages']
}

/** The pages of a site that this build answers for, those made now and those that stay. */
export type MadePages = {
  problems: Problem[]
  /** Of every page, in the site's order. */
  pages: PageSummary[]
  shareCards: PageShareCard[]
  pictures: PictureFile[]
  weights: PageWeight[]
  /** Files of pages that stay as they are in the output, and those that were written. */
  kept: string[]
  written: string[]
  /** The size of all files of written pages and kept ones. */
  bytes: number
  /** The routes of pages that were made now. */
  changedRoutes: Set<string>
  /** What is known of each page now. */
  records: Map<string, PageRecord>
  /** Routes of pages with something wrong in them, and what that is. */
  problemsByRoute: Map<string, Problem[]>
  /** What the next build is to know of a file's pages. What is only warned of is to be told again: such a page is made anew. */
  recordsOf(part: SourceSummary): Record<string, PageRecord>
}
