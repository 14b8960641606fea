import { problemAt, type Problem } from '../problems/problem.ts'
import { type SourceLocation, locateKey } from '../problems/location.ts'
import type { LedgerEntry } from '../types.gen.ts'
import { asText } from '../util/as-text.ts'
import { asRecord, isRecord, type UnknownRecord } from '../util/records.ts'
import {
  computedReadingName,
  soleReadingName,
  type FactTableShape,
  type LedgerFact,
  type Reading,
} from './facts.ts'

/** Units whose facts are always claims. */
const unitsOfClaims = new Set(['rating'])

/** A fact as written, which may not match the schema. Validation reports that. */
type RawFact = Partial<LedgerEntry> & UnknownRecord

/** Converts a fact as written to a fact that can be cited. */
export function toLedgerFact(
  name: string,
  entry: RawFact,
  location: SourceLocation,
  problems: Problem[],
): LedgerFact {
  const named = Object.entries(asRecord(entry.readings)).filter(
    ([, reading]) => isRecord(reading) && isReadingValue(reading.value),
  )
  const readings = new Map(named as [string, Reading][])
  problems.push(...checkReadings(name, entry.readings, location))
  // Check the entry, not `readings`: validation reports readings that are invalid.
  const given = [entry.value, entry.values, entry.readings, entry.table].filter(
    (part) => part !== undefined,
  )
  const isSum = given.length === 0 && Array.isArray(entry.sumOf)
  if (given.length !== 1 && !isSum) {
    const found = given.length > 1 ? 'both' : 'neither'
    const kinds = entry.table === undefined ? 'a value or readings' : 'a value or a table'
    const message = `The fact "${name}" must have either ${kinds}.`
    problems.push(
      problemAt(location, 'FACT_VALUE_OR_READINGS', message, {
        expected: kinds.replace(/a /g, '').replace(' or', ', or'),
        found,
      }),
    )
  }
  if (entry.table !== undefined) problems.push(...checkTableEntry(name, entry, location))
  if (isReadingValue(entry.value) && readings.size === 0) {
    const { value, plus, translations, source, evidence } = entry
    readings.set(soleReadingName, { value, plus, translations, source, evidence })
  }
  return {
    name,
    label: asText(entry.label) || name,
    unit: typeof entry.unit === 'string' ? entry.unit : 'text',
    readings,
    settled: entry.settled ?? (isSum ? computedReadingName : undefined),
    ...(entry.zero !== undefined && { zero: entry.zero }),
    placeholder: entry.placeholder === true,
    claim: typeof entry.claim === 'boolean' ? entry.claim : unitsOfClaims.has(asText(entry.unit)),
    omitsUnproven: entry.unproven === 'omit',
    ...(typeof entry.approval === 'string' && { approval: entry.approval }),
    cap: entry.cap,
    includes: entry.includes,
    note: entry.note,
    lessThan: entry.lessThan,
    measuredTo: entry.measuredTo,
    sumOf: entry.sumOf,
    minus: entry.minus,
    articlesIn: entry.articlesIn,
    ...(typeof entry.table === 'string' && {
      table: {
        ...{ file: entry.table, header: '', columns: [], rows: [] },
        words: asRecord(entry.tableWords) as FactTableShape['words'],
      },
    }),
    location,
  }
}

/** Properties of a fact that say something about its one value. */
const singleValueProperties = [
  'settled',
  'lessThan',
  'measuredTo',
  'sumOf',
  'minus',
  'articlesIn',
  'translations',
]

const checkTableEntry = (name: string, entry: RawFact, location: SourceLocation): Problem[] =>
  singleValueProperties
    .filter((property) => entry[property] !== undefined)
    .map((property) =>
      problemAt(
        locateKey(location, property),
        'UNKNOWN_PROPERTY',
        `The fact "${name}" is a table, so it cannot have "${property}".`,
        { found: property, fix: 'Delete it, or write the value as a fact of its own.' },
      ),
    )

export function isReadingValue(value: unknown): value is Reading['value'] {
  if (typeof value === 'number' || typeof value === 'string') return true
  return isRecord(value) && typeof value.min === 'number' && typeof value.max === 'number'
}

/** Reports readings without a value. The dated value of a reading has been chosen already. */
const checkReadings = (name: string, readings: unknown, location: SourceLocation): Problem[] =>
  Object.entries(asRecord(readings)).flatMap(([reading, entry]) => {
    if (!isRecord(entry) || (entry.value === undefined) !== (entry.values === undefined)) return []
    const message = `The reading "${reading}" of the fact "${name}" must have one value.`
    return [
      problemAt(locateKey(location, 'readings', reading), 'FACT_VALUE_OR_READINGS', message, {
        expected: 'value, or values',
        found: entry.value === undefined ? 'neither' : 'both',
      }),
    ]
  })
