import { createWordFilter } from '../../../../blocks/shared/text/match-words.ts'
import { computedReadingName } from '../../../../schema/facts/facts.ts'
import type { FactListing } from '../../../report/list-facts.ts'

/**
 * Reads the sum of other facts, such as `Mobile visit + Travel fee`, by their labels or names.
 * @returns undefined if it is none
 */
export function readSum(facts: FactListing[], text: string, unit: string) {
  const parts = text.split('+').map((part) => part.trim())
  if (parts.length < 2 || !/\p{L}/u.test(text)) return undefined
  const found = parts.map((part) => findSummand(facts, part, unit))
  const missing = parts.find((_, index) => found[index] === undefined)
  if (missing !== undefined)
    return {
      refused: `There is no one fact “${missing}” with a number in this unit. Write its whole name, as the list of facts has it.`,
    }
  const figures = found.map((fact) => readFigure(fact!))
  const value = figures.reduce((sum, figure) => sum + figure, 0)
  const sumOf = found.map((fact) => fact!.name)
  return { value: Math.round(value * 100) / 100, settled: computedReadingName, sumOf }
}

/** The fact of this name or label, or the only one whose label has these words. */
function findSummand(facts: FactListing[], part: string, unit: string): FactListing | undefined {
  const same = facts.filter(
    (fact) => fact.unit === unit && !fact.name.includes(':') && Number.isFinite(readFigure(fact)),
  )
  const lower = part.toLowerCase()
  const named = same.filter(({ name, label }) => name === lower || label.toLowerCase() === lower)
  const matches = createWordFilter(part)
  const [only, ...others] = named.length > 0 ? named : same.filter(({ label }) => matches(label))
  return others.length === 0 ? only : undefined
}

/** The number that a fact prints; NaN for a range or a text. */
const readFigure = ({ used, readings }: FactListing): number =>
  Number(readings.find(({ name }) => name === used)?.value ?? Number.NaN)
