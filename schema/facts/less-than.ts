import { chooseReading, type FactValue, type LedgerFact, type Reading, toRange } from './facts.ts'

/** Another fact, with the readings that may stand beside one value of the fact that is compared. */
type Limit = { other: LedgerFact; allowed: Reading[] }

/**
 * Lists the facts that must be greater or less than a fact, each with what it may say beside a value
 * of that fact.
 */
export const listLimits = (
  fact: LedgerFact,
  value: FactValue,
  ledger: Map<string, LedgerFact>,
): Limit[] =>
  [...ledger.values()].flatMap((other) => {
    const isAbove = fact.lessThan === other.name
    if (!isAbove && other.lessThan !== fact.name) return []
    const possible = listPossible(other)
    const allowed = possible.filter((each) =>
      isAbove ? isLess(value, each.value) : isLess(each.value, value),
    )
    return allowed.length < possible.length ? [{ other, allowed }] : []
  })

/** The readings of a fact that may still be printed. */
function listPossible(fact: LedgerFact): Reading[] {
  const settled = fact.settled === undefined ? undefined : fact.readings.get(chooseReading(fact)!)
  return settled ? [settled] : [...fact.readings.values()]
}

/** Whether a value promises less than another one. What cannot be compared counts as less. */
export function isLess(value: FactValue, other: FactValue): boolean {
  const [one, two] = [measure(value), measure(other)]
  return !one || !two || (one.max < two.max && one.min <= two.min)
}

/** Whether a value can be compared with others. */
export const isSpan = (value: FactValue): boolean => measure(value) !== undefined

const minutes: Record<string, number> = { minute: 1, hour: 60, day: 24 * 60 }

/** The ends of a figure, or of a time in words, in minutes: 1–2 hours is 60 to 120. */
function measure(value: FactValue): { min: number; max: number } | undefined {
  if (typeof value !== 'string') return toRange(value)
  const [, min, max, unit] = /^(\d+)(?:[–-](\d+))? (minute|hour|day)s?$/.exec(value) ?? []
  if (min === undefined) return undefined
  const each = minutes[unit!]!
  return { min: Number(min) * each, max: Number(max ?? min) * each }
}
