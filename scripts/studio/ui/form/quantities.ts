import {
  explainAmbiguousNumber,
  isCurrency,
  listUnclearSeparators,
  readDecimalCommas,
  spellFigure,
} from '../../../../schema/facts/facts.ts'
import { isRecord } from '../../../../schema/util/records.ts'

/** Formats the value of a fact for editing: `35`, `2–4` or a text. */
export function formatQuantity(value: unknown): string {
  if (isRecord(value)) return `${spellFigure(value.min)}–${spellFigure(value.max)}`
  return typeof value === 'number' ? spellFigure(value) : String(value ?? '')
}

const number = String.raw`-?\d+(?:\.\d+)?`
const single = new RegExp(`^${number}$`)
const range = new RegExp(String.raw`^(${number})\s*(?:–|-|to)\s*(${number})$`)

/** Reads what `formatQuantity` writes, and ranges such as `2-4` and `2 to 4`. */
export function parseQuantity(text: string): unknown {
  const trimmed = text.trim()
  if (single.test(trimmed)) return Number(trimmed)
  const [, min, max] = range.exec(trimmed) ?? []
  return min === undefined ? trimmed : { min: Number(min), max: Number(max) }
}

/**
 * Reads what is typed as the value of a fact, such as `$1,250` if its unit is a currency.
 * @param unit of the fact; undefined if it has none yet
 * @param language of the site
 */
export function readFactValue(
  text: string,
  unit: string | undefined,
  language: string,
): { value: unknown } | { refused: string } {
  if (unit === undefined || unit === 'text') return { value: parseQuantity(text) }
  // In French, a space is between thousands: 1 250.
  const figure = text.replaceAll(/\p{Sc}|%|(?<=\d)\s(?=\d{3}(?!\d))/gu, '')
  const unclear = listUnclearSeparators([language])
  const ambiguous = explainAmbiguousNumber(figure, unclear, { unit })
  if (ambiguous) return { refused: ambiguous.fix }
  const value = parseQuantity(
    readDecimalCommas(unclear.includes(',') ? figure : dropCommas(figure)),
  )
  return typeof value === 'string'
    ? {
        refused: `Write a number${isCurrency(unit) ? '' : ` of ${nameUnit(unit)}`}, such as 25, 1250.50 or 2–4.`,
      }
    : { value }
}

/** Drops the commas between thousands: 1,250. */
const dropCommas = (text: string): string =>
  text.replaceAll(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/g, (number) => number.replaceAll(',', ''))

/** A unit in words: USD stays as it is. */
export const nameUnit = (unit: string): string => (isCurrency(unit) ? unit : unit.toLowerCase())
