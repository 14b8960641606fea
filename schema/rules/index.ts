import type { ContentDates } from '../source/content-dates.ts'
import type { MergedSite, RawPage } from '../resolve/merge-sources.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import type { Problem } from '../problems/problem.ts'
import type { ResolvedPage } from '../resolve/resolve-page.ts'
import type { ResolvedSite } from '../resolve/resolve-site.ts'
import type { Schema } from '../validate/walk-schema.ts'
import { aliasRules } from './aliases.ts'
import { applicationRules, applicationPageRules } from './application.ts'
import { articlePageRules, articleRules } from './articles.ts'
import { headRules, headPageRules } from './heads.ts'
import { similarityRules, type KnownSimilarity, type SimilarPages } from './similarity.ts'
import { linkRules, linkPageRules } from './links.ts'
import { pageRules, placeholderRule } from './pages.ts'
import { siteRules } from './site.ts'

/** A rule that looks at one page alone. Its name says what must hold. */
export type PageRule = {
  name: string
  check: (page: ResolvedPage, context: PageRuleContext) => Problem[]
}

/** What a rule of one page may look at besides the page. */
export type PageRuleContext = {
  schema: Schema
  /** The entry as it is written. */
  raw: RawPage['raw']
  /** The site's settings as they are written. */
  settings: MergedSite['settings']
  /** Whether everything that says of itself that it is not real yet is told of as well. */
  reportPlaceholders?: boolean
}

/** A rule across the whole site. Its name says what must hold. */
export type SiteRule = { name: string; check: (context: SiteRuleContext) => Problem[] }

/** What a rule across the site may look at. */
export type SiteRuleContext = Pick<
  ResolvedSite,
  'merged' | 'schema' | 'articles' | 'shellFindings' | 'business' | 'placeNames'
> & {
  pages: PageSummary[]
  notFound: PageSummary | undefined
  /** A page as a whole, for telling what is wrong in it. */
  getResolvedPage: (route: string) => ResolvedPage
  /** Addresses of the files in public/. */
  publicFiles: Set<string>
  dates: ContentDates
  /** What was found when pages were last compared, and a listener for what is found now. */
  knownSimilarity?: KnownSimilarity
  onSimilarityMeasured?: (found: SimilarPages[]) => void
}

const allPageRules: PageRule[] = [
  ...pageRules,
  ...headPageRules,
  ...linkPageRules,
  ...articlePageRules,
  ...applicationPageRules,
]
const allSiteRules: SiteRule[] = [
  ...headRules,
  ...linkRules,
  ...aliasRules,
  ...articleRules,
  ...similarityRules,
  ...siteRules,
  ...applicationRules,
]

/** What is wrong in a page, whatever the others say. */
export function runPageRules(page: ResolvedPage, context: PageRuleContext): Problem[] {
  const rules = context.reportPlaceholders ? [...allPageRules, placeholderRule] : allPageRules
  return [...page.findings.problems, ...rules.flatMap(({ check }) => check(page, context))]
}

/** What is wrong between the pages, in the settings and in the ledger. */
export const runSiteRules = (context: SiteRuleContext): Problem[] =>
  [...runSiteRulesInSteps(context)].flat()

/** The same one rule after another, for a process that has other things to do in between. */
export function* runSiteRulesInSteps(context: SiteRuleContext): Generator<Problem[]> {
  yield context.shellFindings.problems
  for (const { check } of allSiteRules) yield check(context)
}
