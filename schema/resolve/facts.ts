import type { Fact } from '../page-data.ts'
import type { SourceLocation } from '../problems/problem.ts'
import type { LedgerEntry } from '../types.gen.ts'

export type FactValue = number | string | { min: number; max: number }
export type Reading = { value: FactValue; plus?: boolean; source?: string }

/** A fact with all its readings, the default one first. */
export type LedgerFact = {
  name: string
  label: string
  unit: LedgerEntry['unit']
  readings: Map<string, Reading>
  settled?: string
  placeholder: boolean
  /** The fact that holds the legal maximum for the act in this price, and what else the price contains. */
  cap?: string
  includes?: string
  /** The place to which a distance is measured from the business; degrees. */
  measuredTo?: { latitude: number; longitude: number }
  /** The facts of which this one is said to be the sum. */
  sumOf?: string[]
  /** The category whose articles this number counts. */
  articlesIn?: string
  location: SourceLocation
}

/** The name of the only reading of a fact that is written in the short form. */
export const soleReadingName = 'value'

/** The name of the reading that is printed: the settled one, else the one named, else the page's, else the first. */
export function chooseReading(
  fact: LedgerFact,
  named?: string,
  ofPage?: string,
): string | undefined {
  return fact.settled ?? named ?? ofPage ?? fact.readings.keys().next().value
}

/** Prints a reading with its unit, as text, and keeps the numbers for structured data. */
export function formatReading(
  { unit }: Pick<LedgerFact, 'unit'>,
  { value, plus }: Reading,
  language: string,
): Fact {
  if (typeof value === 'string') return { text: value, unit }
  const end = plus ? '+' : ''
  const number = (n: number) => formatFigure(n, unit, language)
  if (typeof value === 'number')
    return { text: addUnit(number(value) + end, value, unit, language), value, unit }
  const { min, max } = value
  return {
    text: addUnit(`${number(min)}–${number(max)}${end}`, max, unit, language),
    min,
    max,
    unit,
  }
}

/** Only the figure: "60" of "60 miles". */
export function formatReadingNumber({ value, plus }: Reading, language: string): string {
  const number = (n: number) => getNumberFormat(language, { maximumFractionDigits: 2 }).format(n)
  if (typeof value === 'string') return value
  const figure =
    typeof value === 'number' ? number(value) : `${number(value.min)}–${number(value.max)}`
  return plus ? `${figure}+` : figure
}

const numberFormats = new Map<string, Intl.NumberFormat>()

/** Making one takes longer than everything else about a citation, so each is made once. */
function getNumberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options)
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(language, options)
  numberFormats.set(key, format)
  return format
}

/** The currencies of the schema are written in capitals. */
export const isCurrency = (unit: string) => /^[A-Z]{3}$/.test(unit)

function formatFigure(n: number, unit: string, language: string): string {
  const currency = isCurrency(unit)
  const least = unit === 'rating' ? 1 : currency && !Number.isInteger(n) ? 2 : 0
  const digits = { minimumFractionDigits: least, maximumFractionDigits: 2 }
  return getNumberFormat(
    language,
    currency ? { style: 'currency', currency: unit, ...digits } : digits,
  ).format(n)
}

/** The units whose words, and their plurals, every language has of its own. */
const intlUnits = new Map([
  ['minutes', 'minute'],
  ['hours', 'hour'],
  ['days', 'day'],
  ['months', 'month'],
  ['years', 'year'],
  ['miles', 'mile'],
  ['km', 'kilometer'],
  ['percent', 'percent'],
])
const suffixes = new Map([
  ['rating', '/5'],
  ['MB', ' MB'],
  ['Mbps', ' Mbps'],
])
const figurePartTypes = new Set(['integer', 'group', 'decimal', 'fraction'])

/** Puts the unit's word where the language has it. `n` decides between one and many. */
function addUnit(figure: string, n: number, unit: string, language: string): string {
  const name = intlUnits.get(unit)
  if (!name) return figure + (suffixes.get(unit) ?? '')
  const unitDisplay = name === 'percent' ? 'short' : 'long'
  const parts = getNumberFormat(language, { style: 'unit', unit: name, unitDisplay }).formatToParts(
    n,
  )
  const first = parts.findIndex(({ type }) => figurePartTypes.has(type))
  return parts
    .map(({ type, value }, index) =>
      index === first ? figure : figurePartTypes.has(type) ? '' : value,
    )
    .join('')
}
