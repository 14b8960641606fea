import { formatReading, type LedgerFact } from '../../resolve/facts.ts'
import { problemAt } from '../../problems/problem.ts'
import type { Problem } from '../../problems/types.ts'
import { formatNameList } from '../../validate/nearest-name.ts'
import type { SiteRule, SiteRuleContext } from '../types.ts'
import { formatRoutes, listFacts } from './evidence.ts'

/** Whether the readings of a fact differ as printed, and the owner has settled none. */
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
  return `Which is right for "${fact.name}": ${formatNameList(readings)}?`
}

/** Like missing evidence, a conflict concerns those who publish: only `npm run check` gives a day. */
function checkConflicts(context: SiteRuleContext): Problem[] {
  if (context.today === undefined) return []
  const { language } = context.context
  return listFacts(context).flatMap(({ fact, findRoutes }) => {
    if (!isInConflict(fact, language)) return []
    const printed = [...new Set([...fact.readings.keys()].flatMap(findRoutes))]
    if (printed.length === 0) return []
    return [
      problemAt(
        { ...fact.location, target: 'key' },
        'UNSETTLED_FACT',
        `${askForReading(fact, language)} ${formatRoutes(printed)}`,
      ),
    ]
  })
}

export const conflictRules: SiteRule[] = [
  { name: 'The owner has settled the facts whose readings differ', check: checkConflicts },
]
