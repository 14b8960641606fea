import { checkAddresses } from './addresses/colliding-addresses.ts'
import { applicationRules, applicationPageRules } from './application.ts'
import { articlePageRules, articleRules } from './articles.ts'
import { blockPageRules } from './blocks.ts'
import { conflictRules } from './ledger/conflicts.ts'
import { drawnLetterPageRule, drawnLetterRule } from './drawn-letters.ts'
import { openingHoursPageRules } from './opening-hours.ts'
import { checkEvidence } from './ledger/evidence.ts'
import { checkApprovals } from './ledger/approvals.ts'
import { checkReviews } from './ledger/reviews.ts'
import { contradictedTotalRule } from './ledger/contradicted-totals.ts'
import { checkPromises } from './ledger/promises.ts'
import { factRules } from './ledger/facts.ts'
import { headRules, headPageRules } from './heads.ts'
import { checkSimilarity } from './similarity.ts'
import { campaignRedirectRule, hostRedirectRule } from './addresses/host-redirects.ts'
import { keptAddressRules } from './addresses/kept-addresses.ts'
import { linkRules, linkPageRule } from './links.ts'
import { nameRule } from './names.ts'
import { pageRules, placeholderRule, plannedRule } from './pages.ts'
import { portraitPageRule, portraitSiteRule } from './portraits.ts'
import { indexingRules, ppcPageRules } from './indexing.ts'
import { siteRules } from './site.ts'
import { statementPageRules, statementRules } from './statements.ts'
import { checkUnlinkedPages } from './addresses/unlinked-pages.ts'
import { checkCompetingPages } from './competing-pages.ts'
import { checkStructuredData } from './structured-data.ts'
import { tariffPageRules, tariffRules } from './tariff.ts'
import { translationRules } from './translations.ts'
import type { PageRule, PageRuleContext, SiteRule, SiteRuleContext } from './types.ts'
import type { ResolvedPage } from '../resolve/page/page-types.ts'
import { hasErrors, type Problem } from '../problems/problem.ts'

const allPageRules: PageRule[] = [
  ...pageRules,
  ...blockPageRules,
  ...openingHoursPageRules,
  ...tariffPageRules,
  ...ppcPageRules,
  ...headPageRules,
  linkPageRule,
  ...articlePageRules,
  ...applicationPageRules,
  ...statementPageRules,
  drawnLetterPageRule,
  portraitPageRule,
]
const allSiteRules: SiteRule[] = [
  nameRule,
  ...headRules,
  ...linkRules,
  checkUnlinkedPages,
  checkAddresses,
  plannedRule,
  ...articleRules,
  ...keptAddressRules,
  hostRedirectRule,
  campaignRedirectRule,
  checkSimilarity,
  checkCompetingPages,
  ...siteRules,
  ...tariffRules,
  ...factRules,
  checkEvidence,
  checkReviews,
  checkApprovals,
  ...conflictRules,
  checkPromises,
  contradictedTotalRule,
  ...indexingRules,
  ...statementRules,
  ...translationRules,
  ...applicationRules,
  drawnLetterRule,
  portraitSiteRule,
]

/** Checks all page rules and adds the problems found while resolving. */
export function runPageRules(page: ResolvedPage, context: PageRuleContext): Problem[] {
  const rules = context.reportNotes ? [...allPageRules, placeholderRule] : allPageRules
  const problems = [...page.findings.problems, ...rules.flatMap((check) => check(page, context))]
  // Structured data is derived from the page, so a mistake on the page would be reported twice.
  if (!hasErrors(problems)) problems.push(...checkStructuredData(page, context))
  // A build ignores notes.
  return context.reportNotes ? problems : problems.filter(({ severity }) => severity !== 'note')
}

/**
 * Checks all site rules and adds the problems found in the settings and the shell. One rule per
 * step, so that the caller can do other work in between.
 */
export function* runSiteRules(context: SiteRuleContext): Generator<Problem[]> {
  yield context.shellFindings.problems
  for (const check of allSiteRules) yield check(context)
}
