import type { ContentDates } from '../content-dates.ts'
import type { MergedSite, RawPage } from '../merge-sources.ts'
import type { PageSummary } from '../page-summary.ts'
import type { Problem } from '../problem.ts'
import type { ResolvedPage } from '../resolve-page.ts'
import type { ResolvedSite } from '../resolve-site.ts'
import type { Schema } from '../schema-walk.ts'
import { aliasRules } from './aliases.ts'
import { applicationRules, ownApplicationRules } from './application.ts'
import { ownArticleRules, articleRules } from './articles.ts'
import { headRules, ownHeadRules } from './heads.ts'
import { likenessRules, type KnownLikeness, type Likeness } from './likeness.ts'
import { linkRules, ownLinkRules } from './links.ts'
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
  placeholders?: boolean
}

/** A rule across the whole site. Its name says what must hold. */
export type Rule = { name: string; check: (context: RuleContext) => Problem[] }

/** What a rule across the site may look at. */
export type RuleContext = Pick<
  ResolvedSite,
  'merged' | 'schema' | 'articles' | 'shell' | 'business' | 'placeNames'
> & {
  pages: PageSummary[]
  notFound: PageSummary | undefined
  /** A page as a whole, for telling what is wrong in it. */
  detail: (route: string) => ResolvedPage
  /** Addresses of the files in public/. */
  publicFiles: Set<string>
  dates: ContentDates
  /** What was found when pages were last compared, and a listener for what is found now. */
  alike?: KnownLikeness
  onAlike?: (found: Likeness[]) => void
}

const ownRules: PageRule[] = [
  ...pageRules,
  ...ownHeadRules,
  ...ownLinkRules,
  ...ownArticleRules,
  ...ownApplicationRules,
]
const siteWideRules: Rule[] = [
  ...headRules,
  ...linkRules,
  ...aliasRules,
  ...articleRules,
  ...likenessRules,
  ...siteRules,
  ...applicationRules,
]

/** What is wrong in a page, whatever the others say. */
export function checkPage(page: ResolvedPage, context: PageRuleContext): Problem[] {
  const rules = context.placeholders ? [...ownRules, placeholderRule] : ownRules
  return [...page.findings.problems, ...rules.flatMap(({ check }) => check(page, context))]
}

/** What is wrong between the pages, in the settings and in the ledger. */
export const checkSite = (context: RuleContext): Problem[] => [...checkSiteInSteps(context)].flat()

/** The same one rule after another, for a process that has other things to do in between. */
export function* checkSiteInSteps(context: RuleContext): Generator<Problem[]> {
  yield context.shell.problems
  for (const { check } of siteWideRules) yield check(context)
}
