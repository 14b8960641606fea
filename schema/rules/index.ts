import { aliasRules } from './aliases.ts'
import { applicationRules, applicationPageRules } from './application.ts'
import { articlePageRules, articleRules } from './articles.ts'
import { headRules, headPageRules } from './heads.ts'
import { similarityRules } from './similarity.ts'
import { linkRules, linkPageRules } from './links.ts'
import { pageRules, placeholderRule } from './pages.ts'
import { siteRules } from './site.ts'
import type { PageRule, PageRuleContext, SiteRule, SiteRuleContext } from './types.ts'
import type { ResolvedPage } from '../resolve/resolve-page.ts'
import type { Problem } from '../problems/types.ts'

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
