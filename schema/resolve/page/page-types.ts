import type { Moment } from '../../days/moment.ts'
import type { HoursPlan } from '../../hours/plan-hours.ts'
import type { PageData, PageMeta } from '../../page-data.ts'
import type { Review } from '../../reviews/review.ts'
import type { SourceLocation } from '../../problems/location.ts'
import type { Schema } from '../../validate/json-schema.ts'
import type { SiteNotice } from '../../types.gen.ts'
import type { Words } from '../../words/create-words.ts'
import type { Articles } from '../collect-articles.ts'
import type { Site } from '../../merge/merge-sources.ts'
import type { AreaServed } from '../derive-map.ts'
import type { ResolvedStatements } from '../../statements/site-statements.ts'
import type { PageLanguage, Translation } from '../site/languages.ts'
import type { Publishing } from '../placeholders/report-omissions.ts'
import type { Findings, TextContext } from '../text/findings.ts'

/** A resolved page, with the findings that rules check. */
export type ResolvedPage = {
  route: string
  location: SourceLocation
  data: PageData
  meta: PageMeta
  findings: Findings
}

/** All that a page is resolved with besides its entry. */
export type PageContext = Omit<TextContext, 'readings'> & {
  /** The languages of the site besides its own. */
  languages: Map<string, PageLanguage>
  /** By the routes of pages that have a translation or are one. */
  translations: Map<string, Translation[]>
  /** The language of the site, and its name in that language. */
  siteLanguage: { language: string; label: string }
  schema: Schema
  origin: string
  trailingSlash: boolean
  /** Values of the settings that blocks derive properties from, such as `site.phone`. */
  derivedValues: Map<string, unknown>
  /** Derived values that a published site leaves out, by the same names, as a preview shows them. */
  leftOutValues: Map<string, unknown>
  /** Whether pages have seals, which depends on the decoration of the theme. */
  hasSeals: boolean
  /** The messages at the top of pages, in the language of the page. */
  notices: SiteNotice[]
  /** The words that visitors read and authors do not write. */
  words: Words
  /** Maps the route of every page to its short name. */
  labels: Map<string, string>
  articles: Articles
  /** The area that the site serves, with the towns on its maps. */
  areaServed: Partial<AreaServed>
  /**
   * By the names of the locations of the business: what a page about one takes from it instead of
   * from the business. Of settings and derived values, only those that differ.
   */
  locations: Map<string, Pick<PageContext, 'contact' | 'settings' | 'derivedValues' | 'hours'>>
  /** The hours of the business at the moment for which the site is read. */
  hours?: HoursPlan
  /** The settings as written. */
  rawSettings: Site['settings']
  /** Undefined if the settings name no file of reviews. */
  reviews?: readonly Review[]
  /** Whether to hash the contents of pages, because the site records when they change. */
  recordsDates: boolean
  /** The moment at which the site is shown. */
  moment: Moment
  /**
   * Set if the site is published without its placeholders. If undefined, placeholders are shown.
   */
  publishing?: Publishing
  /** What pages must say and must not say. Undefined if the site has no statements. */
  statements?: ResolvedStatements
}
