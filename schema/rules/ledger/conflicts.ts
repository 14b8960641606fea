import { formatReading, type LedgerFact } from '../../facts/facts.ts'
import { problemAt, type Problem } from '../../problems/problem.ts'
import { locateChild, locateKey } from '../../problems/location.ts'
import { formatNameList } from '../../validate/nearest-name.ts'
import type { SiteRule, SiteRuleContext } from '../types.ts'
import { formatRoutes, listFactsWithRoutes } from './evidence.ts'
import { asText } from '../../util/as-text.ts'
import { formatCount } from '../../util/format-first-items.ts'

/** Whether a fact has readings that are printed differently, and the owner has settled on none. */
export function isInConflict({ settled, ...fact }: LedgerFact, language: string): boolean {
  if (settled !== undefined) return false
  const texts = [...fact.readings.values()].map((each) => formatReading(fact, each, language).text)
  return new Set(texts).size > 1
}

/** Asks the owner which reading of a fact is right. */
export function askForReading(fact: LedgerFact, language: string): string {
  const readings = [...fact.readings].map(
    ([name, reading]) => `${formatReading(fact, reading, language).text} (${name})`,
  )
  return `Which is right for "${fact.label}": ${formatNameList(readings)}?`
}

/**
 * Checks facts for conflicts. Only `npm run check` passes `today`; builds do not report conflicts.
 */
function checkConflicts(context: SiteRuleContext): Problem[] {
  if (context.today === undefined) return []
  const { language } = context.context
  return listFactsWithRoutes(context).flatMap(({ fact, findRoutes }) => {
    if (!isInConflict(fact, language)) return []
    const printed = [...new Set([...fact.readings.keys()].flatMap(findRoutes))]
    if (printed.length === 0) return []
    const message = `${askForReading(fact, language)} ${formatRoutes(printed)}`
    return [problemAt(locateKey(fact.location), 'UNSETTLED_FACT', message)]
  })
}

/** Asks for a person to compare words. They cannot agree before the figures do. */
function checkCompared(context: SiteRuleContext): Problem[] {
  const [first, ...others] = context.site.statements.compare
  if (!first || context.today === undefined || checkConflicts(context).length > 0) return []
  const more = others.length > 0 ? ` and ${formatCount(others.length, 'more subject')}` : ''
  const message = `Only a person can tell whether all pages agree on "${asText(first.raw.subject)}"${more}.`
  return [problemAt(locateChild(first.location, 'subject'), 'UNCOMPARED_WORDS', message)]
}

export const conflictRules: SiteRule[] = [checkConflicts, checkCompared]
