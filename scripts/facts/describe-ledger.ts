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
import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import { listUncitedFigures } from './list-uncited-figures.ts'
import type { SourceLocation as SourcePlace } from '../../schema/source/types.ts'
import type { FileLine } from '../../schema/source/position-types.ts'

/**
 * A source location that prints a reading. `route` is undefined for the header, the footer and the
 * settings.
 */
export type PrintLocation = { route?: string; file: string; line: number }

type ReadingReport = {
  reading: string
  text: string
  source?: string
  printed: PrintLocation[]
}

export type FactReport = {
  name: string
  label: string
  unit: string
  file: string
  line: number
  /** For a fact of a single page of a set: the page, and the location of its row. */
  own?: { route: string; file: string; line: number }
  readings: ReadingReport[]
  /** Whether the readings differ and no reading is settled. */
  conflict: boolean
  settled?: string
  placeholder: boolean
  /** The stated and the great-circle distance, in miles. */
  distance?: { stated: number; computed: number; differs: boolean }
  /** The stated sum, and the sum of its parts. */
  sum?: { stated: string; computed: string; differs: boolean }
  /** The legal maximum of a price, and the readings above it. */
  cap?: { limit: string; above: string[]; includes?: string }
}

export type LedgerReport = {
  facts: FactReport[]
  /** Figures on pages that do not cite a fact. */
  uncited: (PrintLocation & { figure: string })[]
}

/** Reports the facts of a site: their readings, where each is printed, and contradictions. */
export function describeLedger({
  merged,
  schema,
  plannedPages,
  notFoundEntry,
  pages,
  notFound,
  shellFindings,
  business,
  site,
}: ResolvedSite): LedgerReport {
  const language = site?.language ?? 'en-US'
  const all = [...pages, ...(notFound ? [notFound] : [])].map(({ route, findings }) => ({
    route: route as string | undefined,
    findings,
  }))
  const sources = [...all, { route: undefined, findings: shellFindings }]
  const printed = new Map<string, PrintLocation[]>()
  for (const { route, findings } of sources) {
    const own = route === undefined ? undefined : merged.pages.get(route)?.facts
    for (const { fact, reading, location } of findings.citations) {
      const key = getReadingKey(fact, reading, own?.has(fact) ? route : undefined)
      const locations = printed.get(key)
      if (locations) locations.push(toPrintLocation(location, route))
      else printed.set(key, [toPrintLocation(location, route)])
    }
  }
  const context = { ledger: merged.facts, printed, language, base: business }
  const rowFacts = [...merged.pages.values()].flatMap(({ route, facts: own }) =>
    [...(own?.values() ?? [])].map((fact) => describeFact(fact, context, route)),
  )
  const facts = [
    ...[...merged.facts.values()].map((fact) => describeFact(fact, context)),
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
  return { facts, uncited }
}

type LedgerContext = {
  ledger: Map<string, LedgerFact>
  printed: Map<string, PrintLocation[]>
  language: string
  base?: Partial<Coordinates>
}

/**
 * Includes the route for facts of single pages, because pages of a set have facts of equal names.
 */
const getReadingKey = (fact: string, reading: string, route = '') => `${route} ${fact}.${reading}`

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

function compareCap(
  { cap, includes, readings, unit }: LedgerFact,
  { ledger, language }: LedgerContext,
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

function toPrintLocation({ source, path, target }: SourcePlace, route?: string): PrintLocation {
  const { line, file = source.file } = source.locate(path, target)
  return { route, file, line }
}

/**
 * @returns The row that a fact comes from; if rows of several tables are combined, the last one.
 */
function findRowLocation({ source, path }: SourcePlace): FileLine {
  const { setOrigin, line } = source.locate(path)
  return setOrigin?.rows.at(-1) ?? { file: source.file, line }
}

/** Whether a reading has a name. The only reading of a fact has none. */
export const hasReadingName = (reading: string) => reading !== soleReadingName
