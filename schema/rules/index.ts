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

/** A rule that checks one page by itself. Its name states the requirement. */
export type PageRule = {
  name: string
  check: (page: ResolvedPage, context: PageRuleContext) => Problem[]
}

/** What page rules can use besides the page. */
export type PageRuleContext = {
  schema: Schema
  /** The entry as written. */
  raw: RawPage['raw']
  /** The site's settings as written. */
  settings: MergedSite['settings']
  /** Whether to report content marked as a placeholder. */
  reportPlaceholders?: boolean
}

/** A rule that checks the whole site. Its name states the requirement. */
export type SiteRule = { name: string; check: (context: SiteRuleContext) => Problem[] }

/** What site rules can use. */
export type SiteRuleContext = Pick<
  ResolvedSite,
  'merged' | 'schema' | 'articles' | 'shellFindings' | 'business' | 'placeNames'
> & {
  pages: PageSummary[]
  notFound: PageSummary | undefined
  /** Returns the complete page, for locating its problems. */
  getResolvedPage: (route: string) => ResolvedPage
  /** The URL paths of the files in public/. */
  publicFiles: Set<string>
  dates: ContentDates
  /** Results of the previous comparison of pages, and a listener for the new ones. */
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

/** Checks all page rules and adds the problems found while resolving. */
export function runPageRules(page: ResolvedPage, context: PageRuleContext): Problem[] {
  const rules = context.reportPlaceholders ? [...allPageRules, placeholderRule] : allPageRules
  return [...page.findings.problems, ...rules.flatMap(({ check }) => check(page, context))]
}

/** Checks all site rules and adds the problems found in the settings and the shell. */
export const runSiteRules = (context: SiteRuleContext): Problem[] =>
  [...runSiteRulesInSteps(context)].flat()

/** Same as `runSiteRules`, one rule per step, so that the caller can do other work in between. */
export function* runSiteRulesInSteps(context: SiteRuleContext): Generator<Problem[]> {
  yield context.shellFindings.problems
  for (const { check } of allSiteRules) yield check(context)
}
