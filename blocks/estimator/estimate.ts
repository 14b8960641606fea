/** Calculates the cost of a visit from the site's facts. Pure functions. */
import type { Fact } from '../../schema/page-data.ts'
import type { EstimatorBlock } from '../../schema/types.gen.ts'

export type EstimateChoice = EstimatorBlock['groups'][number]['choices'][number]
export type EstimateExtra = NonNullable<EstimateChoice['extras']>[number]

/** A range of amounts in the currency of the facts; `min` equals `max` for a fixed price. */
export type AmountRange = { min: number; max: number }
type EstimateLine = { label: string; detail?: string; amount: AmountRange }
export type Estimate = {
  lines: EstimateLine[]
  total: AmountRange
}

/**
 * Returns a fact's value or range. A fact in words has neither and counts as 0; its text is shown
 * next to the choice.
 */
function toAmountRange({ value, min, max }: Fact): AmountRange {
  const low = min ?? value ?? 0
  return { min: low, max: max ?? value ?? low }
}

/** Returns only the first exclusive (`alone`) choice if there is one, otherwise all choices. */
export function selectEffectiveChoices(choices: EstimateChoice[]): EstimateChoice[] {
  const exclusiveChoice = choices.find((choice) => choice.alone)
  return exclusiveChoice ? [exclusiveChoice] : choices
}

/**
 * Adds up the choices and the extras that exceed what each choice includes.
 * @param counts the quantity of each extra by its label; see `parseCount`
 */
export function calculateEstimate(
  choices: EstimateChoice[],
  counts: Record<string, number>,
): Estimate {
  const lines: EstimateLine[] = []
  for (const choice of selectEffectiveChoices(choices)) {
    const amount = toAmountRange(choice.price)
    if (amount.max > 0) lines.push({ label: choice.label, amount })
    for (const extra of choice.extras ?? []) {
      const count = counts[extra.label] ?? 0
      const charged = Math.max(0, count - (extra.included ? toAmountRange(extra.included).max : 0))
      if (charged === 0) continue
      const each = toAmountRange(extra.price)
      lines.push({
        label: extra.label,
        detail: `${charged} × ${extra.price.text}`,
        amount: { min: charged * each.min, max: charged * each.max },
      })
    }
  }
  const total = lines.reduce(
    (sum, { amount }) => ({ min: sum.min + amount.min, max: sum.max + amount.max }),
    { min: 0, max: 0 },
  )
  return { lines, total }
}

/** The largest quantity of an extra without a maximum of its own. */
const maxExtraCount = 999

/** Returns the largest quantity of an extra that an estimate accepts. */
export const getMaxCount = ({ most }: EstimateExtra): number =>
  most ? toAmountRange(most).max : maxExtraCount

/**
 * Parses the quantity that a visitor has typed. An empty text counts as 0.
 * @returns the quantity, or the reason why it is invalid
 */
export function parseCount(text: string, extra: EstimateExtra): number | 'fraction' | 'excess' {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 0) return 'fraction'
  return count > getMaxCount(extra) ? 'excess' : count
}

/**
 * Formats an amount: `$95`, `$100–$150`, `$100.50`.
 * @param currency an ISO 4217 code
 * @param language a BCP 47 tag
 */
export function formatAmount(
  { min, max }: AmountRange,
  currency: string,
  language: string,
): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    // As on the rest of the page, $0.655 is not rounded. More digits are errors of addition.
    maximumFractionDigits: 10,
    trailingZeroDisplay: 'stripIfInteger',
  })
  return min === max ? format.format(min) : `${format.format(min)}–${format.format(max)}`
}
