import type { Fact } from './page-data.ts'
import type { Place } from './problem.ts'
import type { LedgerEntry } from './types.gen.ts'

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
  place: Place
}

/** The name of the only reading of a fact that is written in the short form. */
export const soleReading = 'value'

/** Which reading is printed: the settled one, else the one named, else the page's, else the first. */
export function chooseReading(fact: LedgerFact, named?: string, ofPage?: string): Reading | undefined {
  const name = fact.settled ?? named ?? ofPage ?? fact.readings.keys().next().value
  return name === undefined ? undefined : fact.readings.get(name)
}

/** Prints a reading with its unit, as text, and keeps the numbers for structured data. */
export function printFact({ unit }: Pick<LedgerFact, 'unit'>, { value, plus }: Reading, language: string): Fact {
  const end = plus ? '+' : ''
  if (typeof value === 'string') return { text: value, unit }
  const number = (n: number) => formatNumber(n, unit, language)
  if (typeof value === 'number') {
    return { text: `${number(value)}${end}${suffix(unit, value, language)}`, value, unit }
  }
  const { min, max } = value
  return { text: `${number(min)}–${number(max)}${end}${suffix(unit, max, language)}`, min, max, unit }
}

/** Only the figure: "60" of "60 miles". */
export function printNumber({ value, plus }: Reading, language: string): string {
  const number = (n: number) => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(n)
  if (typeof value === 'string') return value
  const figure = typeof value === 'number' ? number(value) : `${number(value.min)}–${number(value.max)}`
  return plus ? `${figure}+` : figure
}

function formatNumber(n: number, unit: string, language: string): string {
  if (unit === 'USD') {
    const digits = Number.isInteger(n) ? 0 : 2
    return new Intl.NumberFormat(language, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(n)
  }
  const digits = unit === 'rating' ? 1 : 0
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: 2 }).format(n)
}

const words: Record<string, [one: string, other: string]> = {
  minutes: ['minute', 'minutes'],
  hours: ['hour', 'hours'],
  days: ['day', 'days'],
  months: ['month', 'months'],
  years: ['year', 'years'],
  miles: ['mile', 'miles'],
  MB: ['MB', 'MB'],
  Mbps: ['Mbps', 'Mbps'],
}

function suffix(unit: string, n: number, language: string): string {
  if (unit === 'percent') return '%'
  if (unit === 'rating') return '/5'
  const forms = words[unit]
  if (!forms) return ''
  return ` ${new Intl.PluralRules(language).select(n) === 'one' ? forms[0] : forms[1]}`
}
