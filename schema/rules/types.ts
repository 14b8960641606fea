import type { ContentDates } from '../days/content-dates.ts'
import type { Site, Page } from '../merge/merge-sources.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import type { Problem } from '../problems/problem.ts'
import type { SiteData } from '../page-data.ts'
import type { ResolvedPage } from '../resolve/page/page-types.ts'
import type { ResolvedSite } from '../resolve/resolve-site.ts'
import type { ResolvedStatements } from '../statements/site-statements.ts'
import type { Schema } from '../validate/json-schema.ts'

/** A rule that checks one page on its own. */
export type PageRule = (page: ResolvedPage, context: PageRuleContext) => Problem[]

/** The data that page rules can use besides the page. */
export type PageRuleContext = {
  schema: Schema
  /** What the page must say and must not say. */
  statements?: ResolvedStatements
  /** The entry as written. */
  raw: Page['raw']
  /** The site's settings as written. */
  settings: Site['settings']
  /**
   * The site data that the renderer passes to every page. Undefined if the settings have errors.
   */
  site: SiteData | undefined
  /** Builds the page's structured data. */
  getJsonLd: (page: ResolvedPage) => object[]
  /** Collects what the page's share image says. Left out if none is drawn. */
  getShareTexts?: (page: ResolvedPage) => {
    heading: string
    offer?: { name: string; price?: string }
  }
  /**
   * Whether a page has everything that is shown at any time, so that alternatives, such as two
   * heroes, are on it together.
   */
  showsAlternatives?: boolean
  /** Whether to report notes, such as content marked as a placeholder. */
  reportNotes?: boolean
}

/** A rule that checks the whole site. */
export type SiteRule = (context: SiteRuleContext) => Problem[]

/** The data that site rules can use. */
export type SiteRuleContext = Pick<
  ResolvedSite,
  | 'site'
  | 'schema'
  | 'articles'
  | 'context'
  | 'shellFindings'
  | 'business'
  | 'placeNames'
  | 'addresses'
  | 'plannedPages'
  | 'plannedEntry'
> & {
  pages: PageSummary[]
  notFound: PageSummary | undefined
  /** Returns the complete page, for locating its problems. */
  getResolvedPage: (route: string) => ResolvedPage
  /** The URL paths of the files in public/. */
  publicFiles: Set<string>
  dates: ContentDates
  /** The day to compare evidence with, such as 2026-03-04. Undefined in builds. */
  today?: string
  /** Results of the previous comparison of pages, and a listener for the new ones. */
  knownSimilarity?: KnownSimilarity
  onSimilarityMeasured?: (found: SimilarPages[]) => void
}

export type SimilarPages = { page: PageSummary; other: PageSummary; percentage: number }

/**
 * Similar pages found by an earlier comparison, with their similarity in percent, and the routes of
 * pages that have changed since.
 */
export type KnownSimilarity = {
  pairs: [page: string, other: string, percentage: number][]
  changed: Set<string>
}
