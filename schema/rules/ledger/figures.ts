import type { FactValue, LedgerFact } from '../../facts/facts.ts'

/** A figure as a page prints it. */
export type Figure = { fact: LedgerFact; reading: string; text: string; value: FactValue }

/** `fact.reading`, or only the fact if it has a single reading. */
export const toReadingName = ({ fact, reading }: Figure): string =>
  fact.readings.size > 1 ? `${fact.name}.${reading}` : fact.name

/**
 * Whether two figures agree: they are equal, or one is a range that starts or ends with the other.
 */
export function isSameFigure(one: Figure, other: Figure): boolean {
  if (one.text === other.text) return true
  if (one.fact.unit !== other.fact.unit) return false
  const [bounds, others] = [listBounds(one.value), listBounds(other.value)]
  return bounds.some((bound) => others.includes(bound))
}

const listBounds = (value: FactValue): (string | number)[] =>
  typeof value === 'object' ? [value.min, value.max] : [value]

/** Whether a text contains a figure or a name, and not only as part of a longer one. */
export function includesWholeWords(text: string, figure: string): boolean {
  for (let at = text.indexOf(figure); at >= 0; at = text.indexOf(figure, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + figure.length)]
    if (!/[\p{L}\d–$]$|\d[.,]$/u.test(before) && !/^[\p{L}\d–]|^[.,]\d/u.test(after)) return true
  }
  return false
}

/** Splits a text into words and numbers. */
export const splitWords = (text: string): string[] => text.match(/[\p{L}\d]+/gu) ?? []
