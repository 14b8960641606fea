import type { TimeBandsBlock } from '../../schema/types.gen.ts'
import { minutesPerDay, parseClockTime, daySpansOverlap } from '../shared/time/day-span.ts'

export type TimeBand = TimeBandsBlock['bands'][number]
/** One step of the prices: minutes from its beginning, which may lie in the next day, to its end. */
export type PriceStep = { band: TimeBand; amount: number; start: number; end: number }

/**
 * Steps where every band has its hours and a price, the bands follow upon each other, and the prices differ; a strip of the day where
 * several have their hours and no two share any; else a bar for each band, since they are of different days.
 */
export function chooseChart(bands: TimeBand[]): 'steps' | 'strip' | 'bars' {
  if (listPriceSteps(bands)) return 'steps'
  const spans = bands.flatMap(({ span }) => span ?? [])
  const shared = spans.some((span, index) =>
    spans.slice(index + 1).some((other) => daySpansOverlap(span, other)),
  )
  return spans.length > 1 && !shared ? 'strip' : 'bars'
}

/** The bands as steps on one axis, which begins with the first; a last band without an end is as long as the one before. */
export function listPriceSteps(bands: TimeBand[]): PriceStep[] | undefined {
  const steps: PriceStep[] = []
  for (const [index, band] of bands.entries()) {
    const before = steps.at(-1)
    const { from, to } = band.span ?? {}
    const amount = band.price?.value
    if (
      from === undefined ||
      amount === undefined ||
      (to === undefined && index < bands.length - 1)
    )
      return undefined
    const start = before ? before.end : parseClockTime(from)
    if (parseClockTime(from) !== start % minutesPerDay) return undefined
    const length =
      to === undefined
        ? before
          ? before.end - before.start
          : 60
        : (parseClockTime(to) - parseClockTime(from) + minutesPerDay) % minutesPerDay ||
          minutesPerDay
    steps.push({ band, amount, start, end: start + length })
  }
  const hasDifferentPrices = new Set(steps.map(({ amount }) => amount)).size > 1
  const fitsOneDay = steps.length > 0 && steps.at(-1)!.end - steps[0]!.start <= minutesPerDay
  return hasDifferentPrices && fitsOneDay ? steps : undefined
}
