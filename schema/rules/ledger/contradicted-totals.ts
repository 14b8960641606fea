import { problemAt } from '../../problems/problem.ts'
import {
  chooseReading,
  cites,
  formatReading,
  nameReading,
  splitCitedName,
  toRange,
  type LedgerFact,
  type Reading,
} from '../../facts/facts.ts'
import { isInConflict } from './conflicts.ts'
import { resolveTariff } from '../../resolve/resolve-tariff.ts'
import { createFindings } from '../../resolve/text/findings.ts'
import { calculateQuote, formatAmount } from '../../shared/calculate-quote.ts'
import type { Tariff } from '../../types.gen.ts'
import { asTexts } from '../../util/as-text.ts'
import { asRecord } from '../../util/records.ts'
import type { SiteRule } from '../types.ts'
import { locateChild, locateKey } from '../../problems/location.ts'

/** An example of the tariff, and the facts that promise another total, or a range around it. */
type ContradictedTotal = {
  index: number
  label: string
  total: number
  promised: { fact: LedgerFact; reading: string; value: Reading }[]
}

/**
 * Compares the examples of a tariff with the totals that pages print. Nothing is compared while a
 * price of the tariff waits for the owner, from which the totals follow.
 * @param written the tariff as it is written
 */
export function findContradictedTotals(
  tariff: Tariff,
  written: unknown,
  facts: Map<string, LedgerFact>,
  isPrinted: (fact: string, reading: string) => boolean,
  language: string,
): ContradictedTotal[] {
  const open = [...facts.values()].filter((fact) => isInConflict(fact, language))
  if (open.some(({ name }) => cites(written, name))) return []
  const entries = asRecord(written).examples as unknown[]
  return (tariff.examples ?? []).flatMap(({ label, choice }, index) => {
    const { total } = calculateQuote(tariff, choice)
    if (total === undefined) return []
    const promised = asTexts(asRecord(entries[index]).promised).flatMap((cited) => {
      const { name, reading: named } = splitCitedName(cited)
      const fact = facts.get(name)
      const reading = fact && chooseReading(fact, named)
      const value = fact?.readings.get(reading ?? '')
      return fact && reading !== undefined && value && isPrinted(name, reading)
        ? [{ fact, reading, value }]
        : []
    })
    const contradicting = promised.filter(({ value }) => !allows(value, total))
    if (contradicting.length === 0) return []
    // Whoever decides can replace what is vague with the total, too.
    const isVague = ({ value, plus }: Reading) => plus || value !== total
    const vague = promised.filter(({ value }) => allows(value, total) && isVague(value))
    return [{ index, label, total, promised: [...contradicting, ...vague] }]
  })
}

/** Whether a promise, such as $90–$115 or $60+, includes a total. */
function allows({ value, plus }: Reading, total: number): boolean {
  const range = toRange(value)
  return !range || (total >= range.min && (plus === true || total <= range.max))
}

/** Pages promise the totals that the tariff gives. */
export const contradictedTotalRule: SiteRule = ({ site, context, pages }) => {
  const location = { source: site.main, path: ['site', 'tariff'] }
  const tariff = resolveTariff(context, location, createFindings())
  // Amounts that are never in the tariff together have no total.
  if (!tariff || context.moment.everything) return []
  const printed = new Set(pages.flatMap(({ citations = [] }) => citations))
  const found = findContradictedTotals(
    tariff,
    site.settings.tariff,
    site.facts,
    (fact, reading) => printed.has(`${fact}.${reading}`),
    context.language,
  )
  const promises = found.flatMap(({ label, total, promised }) =>
    promised.map(({ fact, reading, value }) => {
      const amount = formatAmount(total, tariff.services[0]!.base.unit, context.language)
      const { text } = formatReading(fact, value, context.language)
      const message = `The tariff gives ${amount}, and pages print ${text} ("${nameReading(fact, reading)}").`
      return { fact, label, message, isContradicted: !allows(value, total) }
    }),
  )
  const settled = promises.filter(
    ({ fact, isContradicted }) => fact.settled !== undefined && isContradicted,
  )
  const [first] = promises.filter(({ fact }) => fact.settled === undefined)
  const others = found.length === 1 ? '' : ` And ${found.length - 1} more.`
  return [
    ...settled.map(({ fact, label, message }) =>
      problemAt(locateChild(fact.location, 'settled'), 'WRONG_TOTAL', `"${label}": ${message}`),
    ),
    ...(first
      ? [
          problemAt(
            locateKey(location, 'examples'),
            'UNSETTLED_TOTAL',
            `Which total is right for "${first.label}"? ${first.message}${others}`,
          ),
        ]
      : []),
  ]
}
