import { formatReading, isCurrency } from '../../../../schema/facts/facts.ts'
import { roundMoney } from '../../../../schema/shared/calculate-quote.ts'
import { isRecord } from '../../../../schema/util/records.ts'
import type { JsonValue } from '../../../edit/yaml-operations.ts'
import type { FactListing, FactReading } from '../../../report/list-facts.ts'
import type { ValuePlace } from '../../../edit/source-address.ts'

/**
 * A change of several facts at once: `raise` by 5, by 10 percent, or `set` to 39.
 * @property roundTo such as 5: 107 becomes 105
 */
export type FigureChange = {
  kind: 'raise' | 'lower' | 'set'
  amount: number
  isPercent: boolean
  roundTo?: number | undefined
}

/** @property text what pages would print */
export type ChangedFigure = {
  fact: FactListing
  reading: FactReading
  value: JsonValue
  text: string
}

/** Whether its value is written, and not counted by the generator. */
export const isWritten = ({ cell, address }: FactListing): boolean =>
  cell !== undefined || address.path[0] === 'facts'

/** Whether pages print what other facts add up to, which is written nowhere. */
export const isComputed = ({ computedFrom, used }: FactListing, { name }: FactReading): boolean =>
  computedFrom !== undefined && name === used

/** A sum follows its parts: settled on what is written beside it, it would stay as it is. */
export const canSettle = (fact: FactListing, { name }: FactReading): boolean =>
  fact.hasConflict || (name !== fact.used && !fact.computedFrom)

/** Where the value of a reading is written. */
export const locateValue = ({ cell }: FactListing, { address }: FactReading): ValuePlace =>
  cell?.address ?? { file: address.file, path: [...address.path, 'value'] }

/** The values that figures get, each with its place. */
export const listValues = (figures: ChangedFigure[]): (ValuePlace & { value: JsonValue })[] =>
  figures.map(({ fact, reading, value }) => ({ ...locateValue(fact, reading), value }))

/**
 * Lists what a change makes of the figures that pages print. Texts, and figures that would be less
 * than zero, stay, and so do ranges in cells of tables, which are written in several ways.
 * @param language of the site
 */
export function changeFigures(
  facts: FactListing[],
  change: FigureChange,
  language: string,
): ChangedFigure[] {
  return facts.filter(isWritten).flatMap((fact) =>
    fact.readings.flatMap((reading): ChangedFigure[] => {
      const isRangeInCell = fact.cell && typeof reading.value !== 'number'
      const isPrinted = reading.pages.length > 0 || reading.isShared
      if (reading.isDated || isRangeInCell || isComputed(fact, reading)) return []
      if (!isPrinted && fact.readings.length > 1) return []
      const value = changeValue(reading.value, change, fact.unit)
      if (value === undefined || JSON.stringify(value) === JSON.stringify(reading.value)) return []
      const unit = (fact.unit ?? 'text') as Parameters<typeof formatReading>[0]['unit']
      const plus = reading.text.endsWith('+')
      const { text } = formatReading({ unit }, { value: value as never, plus }, language)
      return [{ fact, reading, value, text }]
    }),
  )
}

function changeValue(value: JsonValue, change: FigureChange, unit?: string): JsonValue | undefined {
  if (typeof value === 'number') return changeNumber(value, change, unit)
  if (!isRecord(value) || change.kind === 'set') return undefined
  const [min, max] = [value.min, value.max].map((each) =>
    typeof each === 'number' ? changeNumber(each, change, unit) : undefined,
  )
  return min === undefined || max === undefined ? undefined : { min, max }
}

function changeNumber(value: number, change: FigureChange, unit = '') {
  const { kind, amount, isPercent, roundTo } = change
  if (kind === 'set') return amount
  const step = isPercent ? (value * amount) / 100 : amount
  const exact = roundMoney(kind === 'raise' ? value + step : value - step, unit)
  const next = roundTo === undefined ? exact : Math.round(exact / roundTo) * roundTo
  return next < 0 ? undefined : next
}

/** Leaves out of prices what is none: nobody who raises all prices means minutes. */
export function listComparable(facts: FactListing[]): FactListing[] {
  const prices = facts.filter(({ unit = '' }) => isCurrency(unit))
  return prices.length > 0 ? prices : facts
}

/** The unit of facts that can be changed together. @returns undefined if they have several */
export function findCommonUnit(facts: FactListing[]): string | undefined {
  const units = new Set(facts.map(({ unit = 'text' }) => unit))
  return units.size === 1 ? [...units][0] : undefined
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const getFirstWord = ({ name }: FactListing) => name.split('-')[0]

/**
 * Lists what likely belongs to the same offer as a fact with an unsaved change, and still prints what
 * it did: its other readings and those of facts whose name begins alike, and sums that it is part of.
 */
export function listAlike(facts: FactListing[], changed: FactListing): ChangedFigure[] {
  const own = changed.readings.filter(({ saved }) => saved !== undefined)
  if (own.length === 0) return []
  return facts.filter(isWritten).flatMap((fact) =>
    fact.readings.flatMap((reading): ChangedFigure[] => {
      const isSum = reading.name === fact.sum?.reading && fact.sum.parts.includes(changed.name)
      const like = own.find(
        ({ saved, value }) =>
          fact.unit === changed.unit &&
          isSame(reading.value, saved) &&
          !isSame(reading.value, value),
      )
      const next = isSum ? fact.sum : like
      const isPrinted = reading.pages.length > 0 || reading.isShared
      if (!next || !isPrinted || reading.saved !== undefined) return []
      if (reading.isDated || (fact.cell && typeof next.value !== 'number')) return []
      if (!isSum && getFirstWord(fact) !== getFirstWord(changed)) return []
      return [{ fact, reading, value: next.value, text: next.text }]
    }),
  )
}
