import {
  calculateQuote,
  formatAmount,
  getDistanceWay,
  getWayAmount,
} from '../../schema/shared/calculate-quote.ts'
import {
  chooseReading,
  soleReadingName,
  splitCitedName,
  type FactValue,
} from '../../schema/resolve/facts.ts'
import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import { resolveTariff } from '../../schema/resolve/resolve-tariff.ts'
import { createFindings } from '../../schema/resolve/text/findings.ts'
import type { Tariff } from '../../schema/types.gen.ts'
import { asTexts } from '../../schema/util/as-text.ts'
import { asRecord } from '../../schema/util/records.ts'
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
  const written = asRecord(merged.settings.tariff).examples as unknown[]
  const questions = (tariff.examples ?? []).flatMap(
    ({ label, choice }, index): TariffQuestion[] => {
      const { total } = calculateQuote(tariff, choice)
      if (total === undefined) return []
      const promised = asTexts(asRecord(written[index]).promised).flatMap((cited) => {
        const found = findPromise(cited, site, facts)
        return found && found.printed.length > 0 && !allows(found.value, total) ? [found] : []
      })
      if (promised.length === 0) return []
      const at = { ...location, path: [...location.path, 'examples', index] }
      const { file, line } = toPrintLocation(at)
      return [{ label, total: { text: format(total), value: total }, promised, file, line }]
    },
  )
  return { questions, towns: compareTowns(tariff, format) }
}

function findPromise(cited: string, { merged }: ResolvedSite, facts: FactReport[]) {
  const { name, reading } = splitCitedName(cited)
  const fact = merged.facts.get(name)
  const chosen = fact && chooseReading(fact, reading)
  const report = facts.find((each) => each.name === name)
  const found = report?.readings.find((each) => each.reading === chosen)
  const written = fact?.readings.get(chosen ?? '')
  return report && found && written
    ? {
        ...found,
        name: found.reading === soleReadingName ? name : `${name}.${found.reading}`,
        file: report.file,
        line: report.line,
        value: written,
      }
    : undefined
}

/** Whether a promise, such as $90–$115 or $60+, includes a total. */
function allows({ value, plus }: { value: FactValue; plus?: boolean }, total: number): boolean {
  if (typeof value === 'string') return true
  const { min, max } = typeof value === 'number' ? { min: value, max: value } : value
  return total >= min && (plus === true || total <= max)
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
