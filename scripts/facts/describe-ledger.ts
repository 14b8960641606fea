import {
  calculateGreatCircleMiles,
  type Coordinates,
} from '../../blocks/shared/location/great-circle.ts'
import {
  isCurrency,
  formatReading,
  soleReadingName,
  type LedgerFact,
  type Reading,
} from '../../schema/resolve/facts.ts'
import { countPrefix } from '../../schema/resolve/counts/count-facts.ts'
import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import {
  getReadingKey,
  groupCitations,
  toPrintLocation,
  type PrintLocation,
} from './group-citations.ts'
import { listUncitedFigures } from './list-uncited-figures.ts'
import type { FactReport, LedgerReport } from './report-types.ts'
import { summarizeLedger } from './summarize-ledger.ts'
import type { SourceLocation as SourcePlace } from '../../schema/source/types.ts'
import type { FileLine } from '../../schema/source/position-types.ts'

/** Reports the facts of a site: their readings, where each is printed, and contradictions. */
export function describeLedger(resolvedSite: ResolvedSite): LedgerReport {
  const {
    merged,
    schema,
    context: texts,
    plannedPages,
    notFoundEntry,
    business,
    site,
  } = resolvedSite
  const language = site?.language ?? 'en-US'
  const printed = new Map(
    [...groupCitations(resolvedSite)].map(([key, citations]) => [
      key,
      citations.map(({ location, route }) => toPrintLocation(location, route)),
    ]),
  )
  const context = { ledger: merged.facts, printed, language, base: business }
  const rowFacts = [...merged.pages.values()].flatMap(({ route, facts: own }) =>
    [...(own?.values() ?? [])].map((fact) => describeFact(fact, context, route)),
  )
  const facts = [
    ...[...merged.facts.values()].map((fact) => describeFact(fact, context)),
    // Of the counts, only those that a text cites.
    ...[...texts.facts.values()]
      .filter(({ name }) => name.startsWith(countPrefix))
      .map((fact) => describeFact(fact, context))
      .filter(({ readings }) => readings.some((reading) => reading.printed.length > 0)),
    ...rowFacts,
  ]
  const entries = [
    ...merged.pages.values(),
    ...plannedPages,
    ...(notFoundEntry ? [notFoundEntry] : []),
  ]
  const uncited = entries.flatMap((entry) =>
    listUncitedFigures(entry, schema).map(({ figure, location }) => ({
      ...toPrintLocation(location, entry.route),
      figure,
    })),
  )
  return { summary: summarizeLedger(facts, uncited.length), facts, uncited }
}

type LedgerContext = {
  ledger: Map<string, LedgerFact>
  printed: Map<string, PrintLocation[]>
  language: string
  base?: Partial<Coordinates>
}

function describeFact(fact: LedgerFact, context: LedgerContext, route?: string): FactReport {
  const { name, label, unit, readings, settled, placeholder, location } = fact
  const reports = [...readings].map(([reading, value]) => ({
    reading,
    text: formatReading(fact, value, context.language).text,
    source: value.source,
    printed: context.printed.get(getReadingKey(name, reading, route)) ?? [],
  }))
  const { file, line } = toPrintLocation(location)
  const readingsDiffer = new Set(reports.map(({ text }) => text)).size > 1
  return {
    name,
    label,
    unit,
    file,
    line,
    ...(route !== undefined && { own: { route, ...findRowLocation(location) } }),
    readings: reports,
    conflict: readingsDiffer && settled === undefined,
    settled,
    placeholder,
    distance: compareDistance(fact, context),
    sum: compareSum(fact, context),
    cap: compareCap(fact, context),
  }
}

function compareDistance(
  { measuredTo, readings }: LedgerFact,
  { base }: LedgerContext,
): FactReport['distance'] {
  const stated = getFirstReading(readings)?.value
  if (
    !measuredTo ||
    typeof stated !== 'number' ||
    base?.latitude === undefined ||
    base.longitude === undefined
  )
    return undefined
  const computed = Math.round(
    calculateGreatCircleMiles({ latitude: base.latitude, longitude: base.longitude }, measuredTo),
  )
  return { stated, computed, differs: stated !== computed }
}

function compareSum(fact: LedgerFact, { ledger, language }: LedgerContext): FactReport['sum'] {
  const stated = getFirstReading(fact.readings)
  if (!fact.sumOf || !stated) return undefined
  const ranges = fact.sumOf.map((part) => toRange(findReading(ledger, part)))
  if (ranges.includes(undefined)) return undefined
  const total = (ranges as NumberRange[]).reduce(
    (sum, { min, max }) => ({ min: sum.min + min, max: sum.max + max }),
    { min: 0, max: 0 },
  )
  const print = (value: Reading['value']) => formatReading(fact, { value }, language).text
  const computed = print(total.min === total.max ? total.min : total)
  return { stated: print(stated.value), computed, differs: print(stated.value) !== computed }
}

export function compareCap(
  { cap, includes, readings, unit }: LedgerFact,
  { ledger, language }: Pick<LedgerContext, 'ledger' | 'language'>,
): FactReport['cap'] {
  const limit =
    cap === undefined
      ? undefined
      : getFirstReading(ledger.get(cap)?.readings ?? new Map<string, Reading>())
  if (!limit || typeof limit.value !== 'number' || !isCurrency(unit)) return undefined
  const maximum = limit.value
  const above = [...readings].filter(([, reading]) => (toRange(reading)?.max ?? 0) > maximum)
  return {
    limit: formatReading({ unit }, limit, language).text,
    above: above.map(([name]) => name),
    includes,
  }
}

type NumberRange = { min: number; max: number }

function toRange(reading: Reading | undefined): NumberRange | undefined {
  if (reading === undefined || typeof reading.value === 'string') return undefined
  return typeof reading.value === 'number'
    ? { min: reading.value, max: reading.value }
    : reading.value
}

function findReading(ledger: Map<string, LedgerFact>, cited: string): Reading | undefined {
  const [name = '', reading] = cited.split('.')
  const readings = ledger.get(name)?.readings
  return readings && (reading === undefined ? getFirstReading(readings) : readings.get(reading))
}

const getFirstReading = (readings: Map<string, Reading>): Reading | undefined =>
  readings.values().next().value

/**
 * @returns The row that a fact comes from; if rows of several tables are combined, the last one.
 */
function findRowLocation({ source, path }: SourcePlace): FileLine {
  const { setOrigin, line } = source.locate(path)
  return setOrigin?.rows.at(-1) ?? { file: source.file, line }
}

/** Whether a reading has a name. The only reading of a fact has none. */
export const hasReadingName = (reading: string) => reading !== soleReadingName
