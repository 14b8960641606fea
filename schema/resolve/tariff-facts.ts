import { type SourceLocation, locateChild } from '../problems/location.ts'
import {
  calculateLeast,
  calculateQuote,
  calculateWorth,
  getDistanceWay,
  getWayAmount,
} from '../shared/calculate-quote.ts'
import { asText, asTexts } from '../util/as-text.ts'
import { asRecord, asRecords, type UnknownRecord } from '../util/records.ts'
import {
  chooseReading,
  computedReadingName,
  createComputedFact,
  leastPrefix,
  splitCitedName,
  toRange,
  totalPrefix,
  worthPrefix,
  type LedgerFact,
  type Reading,
} from '../facts/facts.ts'
import { resolveTariff, type TariffContext } from './resolve-tariff.ts'
import { slugify } from '../util/slugify.ts'
import { createFindings } from './text/findings.ts'

/**
 * Returns the totals that texts can cite, and adds a reading `computed` to the facts that are settled
 * on one: totals of examples that pages promise, the range of all totals, and fees of towns by
 * distance. Something without a total, such as a place that is too far, has no fact.
 * @param location of the tariff
 */
export function createTariffFacts(
  context: Omit<TariffContext, 'rawSettings'>,
  settings: UnknownRecord,
  location: SourceLocation,
): Map<string, LedgerFact> {
  const findings = createFindings()
  const tariff = resolveTariff({ ...context, rawSettings: settings }, location, findings)
  if (!tariff) {
    for (const name of listNames(settings.tariff)) context.possiblyDefined.add(name)
    return new Map()
  }
  const { unit } = tariff.services[0]!.base
  const placeholder = findings.citations.some(({ fact }) => context.facts.get(fact)?.placeholder)
  const [first] = tariff.services
  const totals = [
    ...(tariff.travel?.towns ?? []).map(({ name }) => ({
      ...{ name: leastPrefix + slugify(name), label: `${first!.label}: ${name}` },
      ...{ path: ['travel'], value: calculateLeast(tariff, first!.name, name) },
    })),
    ...(tariff.examples ?? []).map(({ name, label, choice }, index) => ({
      ...{ name: name && totalPrefix + name, label, path: ['examples', index] },
      value: calculateQuote(tariff, choice).total,
    })),
    ...tariff.services.map(({ name, label }, index) => ({
      ...{ name: leastPrefix + name, label, path: ['services', index] },
      value: calculateLeast(tariff, name),
    })),
  ]
  const worths = tariff.services.map(({ name, label }, index) => ({
    ...{ name: worthPrefix + name, label, path: ['services', index] },
    value: calculateWorth(tariff, name),
  }))
  const create =
    (unit: string) =>
    ({ name, label, value, path }: Computed): [string, LedgerFact][] => {
      if (name === undefined || value === undefined) return []
      const fact = { name, label, placeholder, unit: unit as LedgerFact['unit'] }
      const at = locateChild(location, ...path)
      return [[name, createComputedFact({ ...fact, location: at }, { value, source })]]
    }
  const cited = [...totals.flatMap(create(unit)), ...worths.flatMap(create('count'))]
  const addComputed = (
    cited: string,
    value: Reading['value'] | undefined,
  ): [string, LedgerFact][] => {
    const fact = context.facts.get(cited)
    if (fact?.settled !== computedReadingName) return []
    // Without a total, such as for a town that is too far, it is stated.
    if (value === undefined) return [[cited, { ...fact, settled: undefined }]]
    const readings = new Map([...fact.readings, [computedReadingName, { value, source }]])
    return [[cited, { ...fact, readings }]]
  }
  const examples = asRecords(asRecord(settings.tariff).examples)
  const promised = (tariff.examples ?? []).flatMap(({ choice }, index) =>
    asTexts(examples[index]?.promised).flatMap((name) =>
      addComputed(name, calculateQuote(tariff, choice).total),
    ),
  )
  const span = asRecord(asRecord(settings.tariff).range)
  const others = asTexts(span.others).flatMap((cited) => {
    const { name, reading } = splitCitedName(cited)
    const fact = context.facts.get(name)
    const other =
      fact && toRange(fact.readings.get(chooseReading(fact, reading) ?? '')?.value ?? '')
    return other ? [other.min, other.max] : []
  })
  const places = (tariff.places ?? []).flatMap(
    ({ name: place }) => calculateQuote(tariff, { place }).total ?? [],
  )
  const amounts = [...totals.flatMap(({ value }) => value ?? []), ...places, ...others]
  const range = addComputed(asText(span.fact), {
    min: Math.min(...amounts),
    max: Math.max(...amounts),
  })
  const towns = new Map(tariff.travel?.towns?.map((town) => [town.name, town]))
  const fees = [...listTownFees(settings)].flatMap(([name, fee]) => {
    const distance = towns.get(name)?.distance
    const way = distance === undefined ? undefined : getDistanceWay(tariff.travel!, distance)
    return addComputed(fee, way && getWayAmount(way))
  })
  return new Map([...cited, ...promised, ...range, ...fees])
}

/** What may be cited as a total, and where it is written. */
type Computed = { name?: string; label: string; value?: number; path: (string | number)[] }

const source = 'computed by the tariff'

/** The name of the fact with the fee of each town in the settings. */
export const listTownFees = (settings: UnknownRecord): Map<string, string> =>
  new Map(
    asRecords(asRecord(asRecord(settings.business).areaServed).towns).flatMap(({ name, fee }) =>
      typeof fee === 'string' ? [[asText(name), splitCitedName(fee).name]] : [],
    ),
  )

/** The names of a tariff that cannot be added up, which is reported where it is written. */
const listNames = (tariff: unknown): string[] =>
  (
    [
      ['examples', totalPrefix],
      ['services', leastPrefix],
      ['services', worthPrefix],
    ] as const
  ).flatMap(([list, prefix]) => asRecords(asRecord(tariff)[list]).map(({ name }) => prefix + name))
