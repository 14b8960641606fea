import { formatAmount, type Quote } from '../../../schema/shared/calculate-quote.ts'
import { fillIn } from '../text/fill-in.ts'

/** Formats a total: $85, or from $60 if the way is added to it, or that it has to be asked for. */
export function formatTotal(
  { total, addsTravel }: Quote,
  words: { from: string; ask: string },
  currency: string,
  language: string,
): string {
  if (total === undefined) return words.ask
  const text = formatAmount(total, currency, language)
  return addsTravel ? fillIn(words.from, { total: text }) : text
}
