import {
  chooseReading,
  computedReadingName,
  type LedgerFact,
  type Reading,
  splitCitedName,
  toRange,
} from './facts.ts'

type Ledger = Map<string, LedgerFact>

/** What the parts of a fact add up to. @returns undefined if it has none, or they are texts */
export function addParts({ sumOf }: LedgerFact, ledger: Ledger): Reading['value'] | undefined {
  const ranges = sumOf?.map((part) => {
    const { name, reading } = splitCitedName(part)
    const fact = ledger.get(name)
    const value = fact?.readings.get(chooseReading(fact, reading) ?? '')?.value
    return value === undefined ? undefined : toRange(value)
  })
  if (!ranges || ranges.includes(undefined)) return undefined
  const total = (ranges as NonNullable<(typeof ranges)[number]>[]).reduce(
    (sum, { min, max }) => ({ min: add(sum.min, min), max: add(sum.max, max) }),
    { min: 0, max: 0 },
  )
  return total.min === total.max ? total.min : total
}

/** Adds decimal numbers: 0.1 and 0.2 are 0.3. */
const add = (one: number, other: number) => Number((one + other).toPrecision(12))

/** Returns the sums that are settled on their parts, each with a reading `computed`. */
export const computeSums = (ledger: Ledger): LedgerFact[] =>
  [...ledger.values()].flatMap((fact) => {
    if (fact.settled !== computedReadingName || fact.readings.has(computedReadingName)) return []
    const value = addParts(fact, ledger)
    if (value === undefined) return []
    const computed = { value, source: 'the sum of its parts' }
    return [{ ...fact, readings: new Map([...fact.readings, [computedReadingName, computed]]) }]
  })
