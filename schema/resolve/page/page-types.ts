import type { Moment } from '../../days/moment.ts'
import type { BuiltPage } from '../../page-data.ts'
import type { SourceLocation } from '../../source/types.ts'
import type { Schema } from '../../validate/json-schema.ts'
import type { Words } from '../../words/create-words.ts'
import type { Articles } from '../collect-articles.ts'
import type { AreaServed } from '../derive-map.ts'
import type { SiteStatements } from '../../statements/site-statements.ts'
import type { SiteLanguages } from '../site/languages.ts'
import type { Publishing } from '../placeholders/report-omissions.ts'
import type { Findings, TextContext } from '../text/findings.ts'

/** A resolved page, with the findings that rules check. */
export type ResolvedPage = BuiltPage & {
  route: string
  location: SourceLocation
  aliases: { from: string; location: SourceLocation }[]
  findings: Findings
}

export type PageContext = Omit<TextContext, 'readings'> & {
  languages: SiteLanguages['languages']
  translations: SiteLanguages['translations']
  /** The language of the site, with its name in itself. */
  siteLanguage: { language: string; label: string }
  schema: Schema
  origin: string
  trailingSlash: boolean
  /** Whether each indexed page is written as Markdown, too. */
  writesMarkdown: boolean
  /** Values of the settings that blocks derive properties from, such as `site.phone`. */
  derivedValues: Map<string, unknown>
  /** Whether pages have seals: with another decoration, they have none. */
  hasSeals: boolean
  /** What visitors read that authors do not write. */
  words: Words
  /** Maps the route of every page to its short name. */
  labels: Map<string, string>
  articles: Articles
  /** The area that the site serves, with the towns on its maps. */
  areaServed: Partial<AreaServed>
  /** Whether to hash the contents of pages, because the site records when they change. */
  recordsDates: boolean
  /** The moment at which the site is shown. */
  moment: Moment
  /** Set if the site is published: placeholders are left out. Otherwise they are shown. */
  publishing?: Publishing
  /** What pages must say and must not say. Left out if the site has no statements. */
  statements?: SiteStatements
}
