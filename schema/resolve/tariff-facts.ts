import type { SourceLocation } from '../source/types.ts'
import { calculateLeast, calculateQuote } from '../shared/calculate-quote.ts'
import { asRecord } from '../util/records.ts'
import { soleReadingName, type LedgerFact } from './facts.ts'
import { leastPrefix, totalPrefix } from './parse-citations.ts'
import { resolveTariff, type TariffContext } from './resolve-tariff.ts'
import { slugify } from './slugify.ts'
import { createFindings } from './text/findings.ts'

/**
 * Computes what texts can cite of the tariff. Something without a total, such as a place that is too
 * far, has no fact.
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
  return new Map(
    totals.flatMap(({ name, label, value, path }): [string, LedgerFact][] =>
      name === undefined || value === undefined
        ? []
        : [
            [
              name,
              {
                ...{ name, label, placeholder, claim: false, omitsUnproven: false },
                unit: unit as LedgerFact['unit'],
                readings: new Map([[soleReadingName, { value, source: 'computed by the tariff' }]]),
                location: { source: location.source, path: [...location.path, ...path] },
              },
            ],
          ],
    ),
  )
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
