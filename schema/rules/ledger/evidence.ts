import { locateReading } from '../../merge/check-fact-values.ts'
import { listAllFacts } from '../../merge/merge-sources.ts'
import { countDays, isDay } from '../../days/day.ts'
import { formatReading, soleReadingName, type LedgerFact, type Reading } from '../../facts/facts.ts'
import { problemAt, type Problem } from '../../problems/problem.ts'
import { locateChild, locateKey } from '../../problems/location.ts'
import type { SiteRuleContext } from '../types.ts'
import { formatFirstItems } from '../../util/format-first-items.ts'
import { listAllPages } from '../../resolve/resolve-site.ts'
import { indexCitations, listCitedReadings } from '../../resolve/index-citations.ts'

/** Evidence is reported this many days before it expires. */
export const warningDays = 30

/**
 * Checks that evidence has not expired, and that claims on pages have evidence. Only `npm run
 * check` passes `today`; builds do not check evidence.
 */
export function checkEvidence(context: SiteRuleContext): Problem[] {
  const { today } = context
  if (today === undefined) return []
  const { language } = context.context
  return listFactsWithRoutes(context).flatMap(({ fact, findRoutes }) =>
    [...fact.readings.keys()].flatMap((name) =>
      checkReading(fact, name, findRoutes(name), language, today),
    ),
  )
}

/** @property findRoutes returns the routes of the pages that print a reading of the fact */
type FactWithRoutes = { fact: LedgerFact; findRoutes: (reading: string) => string[] }

/** Lists the facts of the ledger, and the facts of rows, which only the row's own page prints. */
export function listFactsWithRoutes(context: SiteRuleContext): FactWithRoutes[] {
  const groups = groupRoutesByReading(context)
  return listAllFacts(context.site).map(({ fact, page }) => ({
    fact,
    findRoutes: (reading) =>
      [...(groups.get(`${fact.name}.${reading}`) ?? [])].filter(
        (route) => page === undefined || route === page,
      ),
  }))
}

/** The shell is on every page. */
function groupRoutesByReading({ pages, notFound, shellFindings }: SiteRuleContext) {
  const citations = listCitedReadings(shellFindings.citations)
  return indexCitations([{ route: 'every page', citations }, ...listAllPages({ pages, notFound })])
}

/** What is wrong with the evidence of a reading. */
export type EvidenceState = 'missing' | 'expired' | 'expiring'

/**
 * Judges the evidence of a reading.
 * @param isPrinted whether a page prints the reading; only then is missing evidence reported
 * @param today such as 2026-03-04
 * @returns undefined if nothing is wrong
 */
export function getEvidenceState(
  { claim, placeholder }: Pick<LedgerFact, 'claim' | 'placeholder'>,
  { evidence }: Pick<Reading, 'evidence'>,
  { isPrinted, today }: { isPrinted: boolean; today: string },
): EvidenceState | undefined {
  if (!evidence) return claim && !placeholder && isPrinted ? 'missing' : undefined
  // Impossible dates are reported by `checkEvidenceDates`.
  if (!isDay(evidence.until) || evidence.until < evidence.checked) return undefined
  const days = countDays(today, evidence.until)
  return days < 0 ? 'expired' : days <= warningDays ? 'expiring' : undefined
}

/** @param printed the routes of the pages that print the reading */
function checkReading(
  fact: LedgerFact,
  name: string,
  printed: string[],
  language: string,
  today: string,
): Problem[] {
  const reading = fact.readings.get(name)!
  const state = getEvidenceState(fact, reading, { isPrinted: printed.length > 0, today })
  if (!state) return []
  const location = locateReading(fact, name)
  const { text } = formatReading(fact, reading, language)
  const title = `"${fact.name}" (${name === soleReadingName ? '' : `${name}: `}${text})`
  const where = formatRoutes(printed)
  const { until = '', source, url } = reading.evidence ?? {}
  if (state === 'missing') {
    const message = `The claim ${title} has no evidence. ${where}`
    const proven = [...fact.readings].find(([, other]) => other.evidence !== undefined)
    const details = proven && {
      found: `evidence for ${proven[0]}: ${formatReading(fact, proven[1], language).text}`,
      fix: `If that is right, write settled: ${proven[0]}. Otherwise add evidence: { source, checked } to this reading.`,
    }
    return [problemAt(locateKey(location), 'MISSING_EVIDENCE', message, details)]
  }
  const at = locateChild(location, 'evidence', 'until')
  const details = {
    found: until,
    fix: `Check it again (${url ?? source}), then update checked and until.`,
  }
  const [code, when] =
    state === 'expired'
      ? (['EVIDENCE_EXPIRED', `expired on ${until}`] as const)
      : (['EVIDENCE_EXPIRING', `expires ${formatDaysLeft(countDays(today, until))}`] as const)
  return [problemAt(at, code, `The evidence for ${title} ${when}. ${where}`, details)]
}

export const formatDaysLeft = (days: number) =>
  days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`

const maxRoutes = 3

/** Formats the pages that print a fact, as a sentence: `Printed on /a, /b and 7 more.` */
export const formatRoutes = (routes: string[]) =>
  routes.length === 0 ? 'No page prints it.' : `Printed on ${formatFirstItems(routes, maxRoutes)}.`
