import type { SourceLocation } from '../source/types.ts'
import { calculateLeast, calculateQuote } from '../shared/calculate-quote.ts'
import { asTexts } from '../util/as-text.ts'
import { asRecord } from '../util/records.ts'
import { computedReadingName, soleReadingName, type LedgerFact } from './facts.ts'
import { leastPrefix, totalPrefix } from './parse-citations.ts'
import { resolveTariff, type TariffContext } from './resolve-tariff.ts'
import { slugify } from './slugify.ts'
import { createFindings } from './text/findings.ts'

/**
 * Computes what texts can cite of the tariff: its totals, and the facts that pages promise as the
 * total of an example, to which the reading `computed` is added. Something without a total, such as
 * a place that is too far, has no fact.
 * @param location of the tariff
 */
export function createTariffFacts(
  context: TariffContext,
  location: SourceLocation,
): Map<string, LedgerFact> {
  const findings = createFindings()
  const tariff = resolveTariff(context, location, findings)
  if (!tariff) {
    for (const name of listNames(context.tariff)) context.possiblyDefined.add(name)
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
      value: name && calculateQuote(tariff, choice).total,
    })),
    ...tariff.services.map(({ name, label }, index) => ({
      ...{ name: leastPrefix + name, label, path: ['services', index] },
      value: calculateLeast(tariff, name),
    })),
  ]
  const cited = totals.flatMap(({ name, label, value, path }): [string, LedgerFact][] =>
    name === undefined || value === undefined
      ? []
      : [
          [
            name,
            {
              ...{ name, label, placeholder, claim: false, omitsUnproven: false },
              unit: unit as LedgerFact['unit'],
              readings: new Map([[soleReadingName, { value, source }]]),
              location: { source: location.source, path: [...location.path, ...path] },
            },
          ],
        ],
  )
  const promised = (tariff.examples ?? []).flatMap(({ choice }, index): [string, LedgerFact][] => {
    const value = calculateQuote(tariff, choice).total
    return listPromised(context.tariff, index).flatMap((name): [string, LedgerFact][] => {
      const fact = context.facts.get(name)
      if (value === undefined || fact?.settled !== computedReadingName) return []
      const readings = new Map([...fact.readings, [computedReadingName, { value, source }]])
      return [[name, { ...fact, readings }]]
    })
  })
  return new Map([...cited, ...promised])
}

const source = 'computed by the tariff'

/** The names of the facts that pages print as the total of an example. */
const listPromised = (tariff: unknown, index: number): string[] => {
  const { examples } = asRecord(tariff)
  return asTexts(asRecord(Array.isArray(examples) ? examples[index] : undefined).promised)
}

/** The names of a tariff that cannot be added up, which is reported where it is written. */
const listNames = (tariff: unknown): string[] =>
  (
    [
      ['examples', totalPrefix],
      ['services', leastPrefix],
    ] as const
  ).flatMap(([list, prefix]) => {
    const entries = asRecord(tariff)[list]
    return Array.isArray(entries) ? entries.map((entry) => prefix + asRecord(entry).name) : []
  })
