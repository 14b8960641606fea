import { quoteInPosition } from '../problems/correct-value.ts'
import { locateChild, type SourceLocation } from '../problems/location.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import { checkDay, isDay } from '../days/day.ts'
import { keepSpelling } from '../tables/table.ts'
import { countDecimals } from '../shared/calculate-quote.ts'
import { asText } from '../util/as-text.ts'
import {
  computedReadingName,
  explainAmbiguousNumber,
  listUnclearSeparators,
  isCurrency,
  soleReadingName,
  suggestNumbers,
  suggestZeroFix,
  toRange,
  type FactValue,
  type LedgerFact,
} from '../facts/facts.ts'

/** Suggests how to write a figure that YAML parses as text. */
function suggestFigureFix(text: string): string | undefined {
  if (/^\d+\+$/.test(text))
    return `Write only the number, ${text.slice(0, -1)}, and add plus: true.`
  const [first, last] = suggestNumbers(text) ?? []
  if (last !== undefined) return `Write a range as { min: ${first}, max: ${last} }.`
  return first && `Write only the number: ${first}.`
}

/** Checks each reading of a fact: its value against the unit, and the dates of its evidence. */
export const checkFactValues = (fact: LedgerFact, language?: unknown): Problem[] => {
  const { unit, readings, location } = fact
  const unclear = listUnclearSeparators([asText(language)])
  const values = [...readings].flatMap(([reading, { value }]) => {
    const steps = reading === soleReadingName ? ['value'] : ['readings', reading, 'value']
    const at = locateChild(location, ...steps)
    if (reading === computedReadingName && fact.sumOf) return checkDifference(fact, value)
    const isWritten = reading !== computedReadingName
    return (
      (isWritten ? checkSeparators(unit, value, unclear, at) : undefined) ??
      checkFactValue(unit, value, at) ??
      (isWritten ? checkDecimals(unit, value, at) : undefined) ??
      []
    )
  })
  return [...values, ...checkEvidenceDates(fact)]
}

/** Reports a computed saving of less than nothing, with what makes it so. */
function checkDifference(
  { name, label, unit, sumOf = [], minus = [], location }: LedgerFact,
  value: FactValue,
): Problem[] {
  const least = toRange(value)?.min ?? 0
  if (least >= 0 || unit === 'percent') return []
  const message = `"${label}" (${name}) is computed, and less than 0: ${minus.join(' + ')} is more than ${sumOf.join(' + ')}.`
  const details = {
    expected: 'at least 0',
    found: String(least),
    fix: 'Change one of these facts, or say nothing of a difference.',
  }
  return [problemAt(locateChild(location, 'minus'), 'OUT_OF_RANGE', message, details)]
}

/**
 * Checks the type of a value: the unit text requires text, since a number would be reformatted, and
 * all other units require a number.
 */
function checkFactValue(
  unit: string,
  value: FactValue,
  location: SourceLocation,
): Problem | undefined {
  if (typeof value === 'string') {
    if (unit === 'text') return undefined
    const expected = 'a number, or a range { min, max }'
    const fix =
      suggestFigureFix(value) ??
      suggestZeroFix(value) ??
      `Write only the number. The unit ${unit} is added automatically.`
    const message = `"value" must be ${expected}, because the unit is ${unit}.`
    return problemAt(location, 'WRONG_TYPE', message, { expected, found: value, fix })
  }
  const found = JSON.stringify(value)
  const { min: least, max: most } = toRange(value)!
  if (least > most) {
    const message = 'The min of this range is greater than its max.'
    const expected = '{ min: the smaller number, max: the larger number }'
    return problemAt(location, 'OUT_OF_RANGE', message, { expected, found })
  }
  if (unit === 'text') {
    const details = {
      expected: 'text',
      found,
      fix: 'Put quotes around it.',
      correct: quoteInPosition,
    }
    const message = '"value" must be text, because the unit is text.'
    return problemAt(location, 'WRONG_TYPE', message, details)
  }
  if ([least, most].some(exceedsPrecision)) {
    const message = '"value" has too many digits to be printed exactly.'
    const expected = `at most ${exactDigits} digits`
    return problemAt(location, 'OUT_OF_RANGE', message, { expected, found })
  }
  // A percentage may be negative, since it may be a decrease.
  if (least < 0 && unit !== 'percent') {
    const message = `"value" must be at least 0, because the unit is ${unit}.`
    return problemAt(location, 'OUT_OF_RANGE', message, { expected: 'at least 0', found })
  }
  if (most > maxRating && unit === 'rating') {
    const message = `"value" must be at most ${maxRating}, because it is printed as 5.0/${maxRating}.`
    const expected = `at most ${maxRating}`
    return problemAt(location, 'OUT_OF_RANGE', message, { expected, found })
  }
  return undefined
}

/** Reports 1.250 where it may be the number 1250. */
function checkSeparators(
  unit: string,
  value: FactValue,
  unclear: string,
  location: SourceLocation,
): Problem | undefined {
  if (unit === 'text') return undefined
  const ends = typeof value === 'object' ? (['min', 'max'] as const) : [undefined]
  for (const end of ends) {
    const at = end === undefined ? location : locateChild(location, end)
    const number = end === undefined ? value : (value as Record<typeof end, number>)[end]
    const written = keepSpelling(number, at.source, at.path)
    const explained = explainAmbiguousNumber(String(written), unclear, { unit })
    if (explained) {
      const { message, ...details } = explained
      return problemAt(at, 'AMBIGUOUS_NUMBER', message, { ...details, found: String(written) })
    }
  }
  return undefined
}

/** From this price on, a fraction of a cent is a typing error: below are those of a mile or a gallon. */
const leastPriceInCents = 10

/** Reports a price that nobody can pay, such as $12.5055. Dinars have three decimals. */
function checkDecimals(
  unit: string,
  value: FactValue,
  location: SourceLocation,
): Problem | undefined {
  if (typeof value === 'string' || !isCurrency(unit)) return undefined
  const { min, max } = toRange(value)!
  const exceeds = (n: number, decimals: number) => Number(n.toFixed(decimals)) !== n
  const found = [min, max].find((n) => n >= leastPriceInCents && exceeds(n, 2))
  if (found === undefined) return undefined
  // A price of electricity has cents in yen, too.
  const decimals = Math.max(2, countDecimals(unit))
  if (!exceeds(found, decimals)) return undefined
  const message = `"${found}" has more decimals than ${unit} has, and is printed with all of them.`
  const expected = `at most ${decimals} decimals`
  return problemAt(location, 'TOO_MANY_DECIMALS', message, { expected, found: String(found) })
}

const maxRating = 5

/** How many digits of a decimal number survive in a JavaScript number. */
const exactDigits = 15

function exceedsPrecision(n: number): boolean {
  const [digits = ''] = String(n).replace(/[-.]/g, '').split('e')
  return digits.replace(/^0+|0+$/g, '').length > exactDigits
}

/** Checks the dates of a fact's evidence, whether or not a page prints the fact. */
export const checkEvidenceDates = (fact: LedgerFact): Problem[] =>
  [...fact.readings].flatMap(([reading, { evidence }]) => {
    if (!evidence) return []
    const { checked, until } = evidence
    const at = (property: 'checked' | 'until') =>
      locateChild(locateReading(fact, reading), 'evidence', property)
    const impossible = [...checkDay(checked, at('checked')), ...checkDay(until, at('until'))]
    if (impossible.length > 0 || !isDay(checked) || !isDay(until) || until >= checked)
      return impossible
    const message = 'This evidence expired before it was checked.'
    return [
      problemAt(at('until'), 'OUT_OF_RANGE', message, {
        expected: `${checked} or later`,
        found: until,
        fix: 'Correct one of the two dates.',
      }),
    ]
  })

/** Returns the location of a fact's reading, or of the fact itself if it has a single value. */
export const locateReading = ({ location }: LedgerFact, reading: string): SourceLocation =>
  reading === soleReadingName ? locateChild(location) : locateChild(location, 'readings', reading)
