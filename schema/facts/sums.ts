import { isDeepStrictEqual } from 'node:util'
import {
  chooseReading,
  computedReadingName,
  type LedgerFact,
  type Reading,
  splitCitedName,
  toRange,
} from './facts.ts'

type Ledger = Map<string, LedgerFact>
type Range = NonNullable<ReturnType<typeof toRange>>

/**
 * What the parts of a fact add up to, without those in `minus`.
 * @returns undefined if it has none, or they are texts
 */
function addParts({ sumOf, minus }: LedgerFact, ledger: Ledger): Reading['value'] | undefined {
  const total = sumOf && addRanges(sumOf, ledger)
  const rest = addRanges(minus ?? [], ledger)
  if (!total || !rest) return undefined
  const [min, max] = [add(total.min, -rest.max), add(total.max, -rest.min)]
  return min === max ? min : { min, max }
}

function addRanges(parts: string[], ledger: Ledger): Range | undefined {
  const ranges = parts.map((part) => {
    const { name, reading } = splitCitedName(part)
    const fact = ledger.get(name)
    const value = fact?.readings.get(chooseReading(fact, reading) ?? '')?.value
    return value === undefined ? undefined : toRange(value)
  })
  if (ranges.includes(undefined)) return undefined
  return (ranges as Range[]).reduce(
    (sum, { min, max }) => ({ min: add(sum.min, min), max: add(sum.max, max) }),
    { min: 0, max: 0 },
  )
}

/**
 * Finds out whether a fact prints something else than its parts add up to, or more if it says that
 * it is at least that.
 * @property reading the one that it prints
 */
export function findWrongSum(
  fact: LedgerFact,
  ledger: Ledger,
): { reading: string; stated: Reading['value']; sum: Reading['value'] } | undefined {
  const reading = chooseReading(fact) ?? ''
  const { value: stated, plus } = fact.readings.get(reading) ?? {}
  const sum = addParts(fact, ledger)
  if (stated === undefined || sum === undefined || isDeepStrictEqual(stated, sum)) return undefined
  const [least, promised] = [toRange(sum)!.min, toRange(stated)?.max]
  if (plus && promised !== undefined && promised <= least) return undefined
  return { reading, stated, sum }
}

/** Adds decimal numbers: 0.1 and 0.2 are 0.3. */
const add = (one: number, other: number) => Number((one + other).toPrecision(12))

/** Returns the sums that are settled on their parts, each with a reading `computed`. */
export const computeSums = (ledger: Ledger): LedgerFact[] =>
  [...ledger.values()].flatMap((fact) => {
    if (fact.settled !== computedReadingName || fact.readings.has(computedReadingName)) return []
    const value = addParts(fact, ledger)
    if (value === undefined) return []
    const { plus } = fact.readings.values().next().value ?? {}
    const computed = { value, ...(plus && { plus }), source: 'the sum of its parts' }
    return [{ ...fact, readings: new Map([...fact.readings, [computedReadingName, computed]]) }]
  })
