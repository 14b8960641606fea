/** What a visit may cost, from the facts of the ledger. Pure. */
import type { Fact } from '../../schema/page-data.ts'
import type { EstimatorBlock } from '../../schema/types.gen.ts'

export type EstimateChoice = EstimatorBlock['groups'][number]['choices'][number]
export type EstimateExtra = NonNullable<EstimateChoice['extras']>[number]

/** From the least to the most, in the currency of the facts; equal where the price is one. */
export type AmountRange = { min: number; max: number }
type EstimateLine = { label: string; detail?: string; amount: AmountRange }
export type Estimate = {
  lines: EstimateLine[]
  total: AmountRange /** Extras that are beyond what is offered. */
  exceededExtras: EstimateExtra[]
}

/** A fact's figure, or its span. A fact in words has none and costs nothing here; its words stand beside the choice. */
function toAmountRange({ value, min, max }: Fact): AmountRange {
  const low = min ?? value ?? 0
  return { min: low, max: max ?? value ?? low }
}

/** The first choice that stands alone decides; otherwise every choice counts. */
export function selectEffectiveChoices(choices: EstimateChoice[]): EstimateChoice[] {
  const exclusiveChoice = choices.find((choice) => choice.alone)
  return exclusiveChoice ? [exclusiveChoice] : choices
}

/**
 * Adds up what is chosen: each choice, then each of its extras beyond what is included.
 * @param counts how many of each extra, by its label; what is no whole number above zero counts as none.
 */
export function calculateEstimate(
  choices: EstimateChoice[],
  counts: Record<string, number>,
): Estimate {
  const lines: EstimateLine[] = []
  const exceededExtras: EstimateExtra[] = []
  for (const choice of selectEffectiveChoices(choices)) {
    const amount = toAmountRange(choice.price)
    if (amount.max > 0) lines.push({ label: choice.label, amount })
    for (const extra of choice.extras ?? []) {
      const count = normalizeExtraCount(counts[extra.label])
      if (extra.most && count > toAmountRange(extra.most).max) exceededExtras.push(extra)
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
  return { lines, total, exceededExtras }
}

/** More than this is a slip of the finger. */
export const maxExtraCount = 999
const normalizeExtraCount = (count: number | undefined): number =>
  count !== undefined && count > 0 && count <= maxExtraCount ? Math.ceil(count) : 0

/** In the currency and the language: `$95`, `$100–$150`, `$100.50`. */
export function formatAmount(
  { min, max }: AmountRange,
  currency: string,
  language: string,
): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
  return min === max ? format.format(min) : `${format.format(min)}–${format.format(max)}`
}
