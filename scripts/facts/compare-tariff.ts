import { formatAmount, getDistanceWay, getWayAmount } from '../../schema/shared/calculate-quote.ts'
import { soleReadingName } from '../../schema/resolve/facts.ts'
import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import { resolveTariff } from '../../schema/resolve/resolve-tariff.ts'
import { createFindings } from '../../schema/resolve/text/findings.ts'
import type { Tariff } from '../../schema/types.gen.ts'
import { findContradictedTotals } from '../../schema/rules/ledger/contradicted-totals.ts'
import type { SourceLocation } from '../../schema/source/types.ts'
import { toPrintLocation } from './group-citations.ts'
import type { FactReport, TariffQuestion, TariffReport, TownQuestion } from './report-types.ts'

/** Compares the tariff of a site with the totals that its pages promise. */
export function compareTariff(site: ResolvedSite, facts: FactReport[]): TariffReport | undefined {
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
    const at = { ...location, path: [...location.path, 'examples', index] }
    return {
      label,
      total: { text: format(total), value: total },
      promised: promised.map(({ fact, reading }) => ({
        ...printed(fact.name, reading)!,
        name: reading === soleReadingName ? fact.name : `${fact.name}.${reading}`,
        ...locateLine(fact.location),
      })),
      ...locateLine(at),
    }
  })
  return { questions, towns: compareTowns(tariff, format) }
}

function locateLine(location: SourceLocation) {
  const { file, line } = toPrintLocation(location)
  return { file, line }
}

function compareTowns({ travel }: Tariff, format: (amount: number) => string): TownQuestion[] {
  if (!travel) return []
  return (travel.towns ?? []).flatMap(({ name, fee, distance }) => {
    const isNamed = travel.tiers.some(({ towns }) => towns?.includes(name))
    const way = distance === undefined ? undefined : getDistanceWay(travel, distance)
    if (isNamed || fee?.value === undefined || !way || getWayAmount(way) === fee.value) return []
    return [{ town: name, fee: fee.text, byDistance: format(getWayAmount(way)) }]
  })
}
