import { formatAmount, getDistanceWay, getWayAmount } from '../../schema/shared/calculate-quote.ts'
import {
  computedReadingName,
  nameReading,
  soleReadingName,
  type LedgerFact,
} from '../../schema/facts/facts.ts'
import type { WholeSite } from '../../schema/resolve/resolve-site.ts'
import { resolveTariff } from '../../schema/resolve/resolve-tariff.ts'
import { listTownFees } from '../../schema/resolve/tariff-facts.ts'
import { createFindings } from '../../schema/resolve/text/findings.ts'
import type { Tariff } from '../../schema/types.gen.ts'
import { findContradictedTotals } from '../../schema/rules/ledger/contradicted-totals.ts'
import { locateChild } from '../../schema/problems/locate-child.ts'
import { toFileLine } from '../../schema/problems/to-file-line.ts'
import type { FactReport, TariffQuestion, TariffReport, TownQuestion } from './report-types.ts'

/** Compares the tariff of a site with the totals that its pages promise. */
export function compareTariff(site: WholeSite, facts: FactReport[]): TariffReport | undefined {
  const { context, merged } = site
  const location = { source: merged.main, path: ['site', 'tariff'] }
  const tariff = resolveTariff(context, location, createFindings())
  if (!tariff) return undefined
  const format = (amount: number) =>
    formatAmount(amount, tariff.services[0]!.base.unit, context.language)
  const printed = (name: string, reading: string) =>
    facts.find((each) => each.name === name)?.readings.find((each) => each.reading === reading)
  const contradicted = findContradictedTotals(
    tariff,
    merged.settings.tariff,
    merged.facts,
    (name, reading) => (printed(name, reading)?.printed.length ?? 0) > 0,
  )
  const questions = contradicted.map(({ index, label, total, promised }): TariffQuestion => {
    const at = locateChild(location, 'examples', index)
    return {
      label,
      total: { text: format(total), value: total },
      promised: promised.map(({ fact, reading }) => ({
        ...printed(fact.name, reading)!,
        name: nameReading(fact, reading),
        answer: answerWith(fact, reading, total),
        ...toFileLine(fact.location),
      })),
      ...toFileLine(at),
    }
  })
  return { questions, towns: compareTowns(tariff, site, format) }
}

/** The line of YAML with which a fact follows the tariff. */
function answerWith({ readings }: LedgerFact, reading: string, total: number): string {
  if (reading === soleReadingName) return `settled: ${computedReadingName}`
  const [same] = [...readings].find(([, { value, plus }]) => value === total && !plus) ?? []
  return same === undefined ? `value: ${total}` : `settled: ${same}`
}

function compareTowns(
  { travel }: Tariff,
  { merged }: WholeSite,
  format: (amount: number) => string,
): TownQuestion[] {
  if (!travel) return []
  const fees = listTownFees(merged.settings)
  return (travel.towns ?? []).flatMap(({ name, fee, distance }) => {
    const fact = merged.facts.get(fees.get(name) ?? '')
    const isNamed = travel.tiers.some(({ towns }) => towns?.includes(name))
    const way = distance === undefined ? undefined : getDistanceWay(travel, distance)
    if (isNamed || !fact || fact.settled !== undefined || !way) return []
    if (fee?.value === undefined || getWayAmount(way) === fee.value) return []
    const found = { town: name, fee: fee.text, byDistance: format(getWayAmount(way)) }
    return [{ ...found, fact: fact.name, ...toFileLine(fact.location) }]
  })
}
