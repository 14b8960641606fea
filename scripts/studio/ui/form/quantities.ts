import { isRecord } from '../../../../schema/util/records.ts'

/** Formats the value of a fact for editing: `35`, `2–4` or a text. */
export function formatQuantity(value: unknown): string {
  if (isRecord(value)) return `${value.min}–${value.max}`
  return String(value ?? '')
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
