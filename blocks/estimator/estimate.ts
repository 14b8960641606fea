/** What a visit may cost, from the facts of the ledger. Pure. */
import type { Fact } from '../../schema/page-data.ts'
import type { EstimatorBlock } from '../../schema/types.gen.ts'

export type Choice = EstimatorBlock['groups'][number]['choices'][number]
export type Extra = NonNullable<Choice['extras']>[number]

/** From the least to the most, in the currency of the facts; equal where the price is one. */
export type Amount = { min: number; max: number }
export type Part = { label: string; detail?: string; amount: Amount }
export type Estimate = {
  parts: Part[]
  total: Amount /** Extras that are beyond what is offered. */
  beyond: Extra[]
}

/** A fact's figure, or its span. A fact in words has none and costs nothing here; its words stand beside the choice. */
function amountOf({ value, min, max }: Fact): Amount {
  const low = min ?? value ?? 0
  return { min: low, max: max ?? value ?? low }
}

/** The first choice that stands alone decides; otherwise every choice counts. */
export function choicesThatCount(choices: Choice[]): Choice[] {
  const alone = choices.find((choice) => choice.alone)
  return alone ? [alone] : choices
}

/**
 * Adds up what is chosen: each choice, then each of its extras beyond what is included.
 * @param counts how many of each extra, by its label; what is no whole number above zero counts as none.
 */
export function estimate(choices: Choice[], counts: Record<string, number>): Estimate {
  const parts: Part[] = []
  const beyond: Extra[] = []
  for (const choice of choicesThatCount(choices)) {
    const amount = amountOf(choice.price)
    if (amount.max > 0) parts.push({ label: choice.label, amount })
    for (const extra of choice.extras ?? []) {
      const count = countOf(counts[extra.label])
      if (extra.most && count > amountOf(extra.most).max) beyond.push(extra)
      const charged = Math.max(0, count - (extra.included ? amountOf(extra.included).max : 0))
      if (charged === 0) continue
      const each = amountOf(extra.price)
      parts.push({
        label: extra.label,
        detail: `${charged} × ${extra.price.text}`,
        amount: { min: charged * each.min, max: charged * each.max },
      })
    }
  }
  const total = parts.reduce(
    (sum, { amount }) => ({ min: sum.min + amount.min, max: sum.max + amount.max }),
    { min: 0, max: 0 },
  )
  return { parts, total, beyond }
}

/** More than this is a slip of the finger. */
export const mostCounted = 999
const countOf = (count: number | undefined): number =>
  count !== undefined && count > 0 && count <= mostCounted ? Math.ceil(count) : 0

/** In the currency and the language: `$95`, `$100–$150`, `$100.50`. */
export function formatAmount({ min, max }: Amount, currency: string, language: string): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
  return min === max ? format.format(min) : `${format.format(min)}–${format.format(max)}`
}
