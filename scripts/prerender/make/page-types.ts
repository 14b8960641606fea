import { hasGeneratedShareImages } from '../../images/site-images.ts'
import type { PictureFile, SiteData, ResolvedBusiness } from '../../../schema/page-data.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import type { ResolvedSite } from '../../../schema/resolve/resolve-site.ts'
import type { ShareCard } from '../../images/layout-card.ts'
import type { LedgerFact } from '../../../schema/facts/facts.ts'
import type { Site, Page } from '../../../schema/merge/merge-sources.ts'
import type { PageContext } from '../../../schema/resolve/page/page-types.ts'
import type { WrittenFile } from '../output/output-file.ts'
import type { Problem } from '../../../schema/problems/problem.ts'
import type { PageWeight } from '../budgets/budgets.ts'

/** What all pages of a site share, as plain data that can be sent to threads. */
export type PageInputs = {
  context: PageContext
  siteData: SiteData | undefined
  business: ResolvedBusiness | undefined
  /** As written by the author. */
  settings: Site['settings']
  placeNames: string[]
  /** Whether each page gets a share image of its own. */
  drawsShareImages: boolean
  /** See `PageRuleContext`. Summaries then also have what only checks need. */
  reportNotes?: boolean
}

/** Takes from a resolved site what its pages are made with, without what cannot be sent to threads. */
export const createPageInputs = (
  { context, siteData, business, site, placeNames }: ResolvedSite,
  reportNotes?: boolean,
): PageInputs => ({
  context: { ...context, facts: withoutLocations(context.facts) },
  ...{ siteData, business, settings: site.settings, placeNames, reportNotes },
  drawsShareImages: siteData !== undefined && hasGeneratedShareImages(siteData),
})

/** Copies facts without their locations, whose functions cannot be sent to threads. */
export const withoutLocations = (facts: Map<string, LedgerFact>) =>
  new Map([...facts].map(([name, fact]) => [name, { ...fact, location: undefined as never }]))

/** The entry of a page, with the facts and values of its row if it belongs to a set. */
export type PageEntry = Pick<Page, 'raw' | 'facts' | 'routeValues' | 'special'>

/** Pages of one source to make. @property hash of the source. */
export type RenderJob = {
  path: string
  file: string
  hash: string
  /**
   * @property previousHash of its files, while they are in the output
   * @property entry of a page of a set or of the settings, which no file holds under its route
   */
  pages: { route: string; previousHash?: string; entry?: PageEntry }[]
  /** The entries of the pages, if their file is parsed already. */
  entries?: PageEntry[]
  /** Whether problems have only a path, and are located when printed: see `SourceFile`. */
  locatesLater?: boolean
}

/** What is kept of a page. It is made again when its key or a fact that it cites changes. */
export type PageRecord = {
  /** A hash of the entry, the settings and what the page takes from other pages. */
  key: string
  /** The facts that its text cites, each with a hash of its ledger entry. */
  facts: Record<string, string>
  /** The page's warnings, to report them again while its file is unchanged. Left out if none. */
  problems?: Problem[]
  /** What was made of it: plain data. */
  result: {
    summary: Omit<PageSummary, 'route' | 'location'>
    pictures: PictureFile[]
    shareCard?: ShareCard
    /** A hash of all its files. Empty when nothing is written. */
    filesHash: string
    /** The written files and their weight. Left out when the files have not changed. */
    output?: { files: WrittenFile[]; weight: Pick<PageWeight, 'html' | 'load'> }
  }
}

/** @property made left out when the page has an error. */
export type PageOutcome = {
  problems: Problem[]
  summary: PageRecord['result']['summary']
  citedFacts: string[]
  made?: PageRecord['result']
}
