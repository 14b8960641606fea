import type { TimeBandsBlock } from '../../schema/types.gen.ts'
import { minutesPerDay, parseClockTime, daySpansOverlap } from '../shared/time/day-span.ts'

export type TimeBand = TimeBandsBlock['bands'][number]
/** One step of the price chart. `start` and `end` are in minutes and may be in the next day. */
type PriceStep = { band: TimeBand; amount: number; start: number; end: number }

/**
 * Chooses the chart for a list of bands:
 * - `steps` if every band has hours and a price, the bands are consecutive and the prices differ
 * - `strip` if several bands have hours and none overlap
 * - `bars`, one per band, otherwise, because the bands are for different days
 */
export function chooseChart(bands: TimeBand[]): 'steps' | 'strip' | 'bars' {
  if (listPriceSteps(bands)) return 'steps'
  const spans = bands.flatMap(({ span }) => span ?? [])
  const hasOverlap = spans.some((span, index) =>
    spans.slice(index + 1).some((other) => daySpansOverlap(span, other)),
  )
  return spans.length > 1 && !hasOverlap ? 'strip' : 'bars'
}

/**
 * Converts consecutive bands to steps on one time axis. A last band without an end is as long as
 * the previous one.
 * @returns undefined if the bands cannot be shown as steps
 */
export function listPriceSteps(bands: TimeBand[]): PriceStep[] | undefined {
  const steps: PriceStep[] = []
  for (const [index, band] of bands.entries()) {
    const previous = steps.at(-1)
    const { from, to } = band.span ?? {}
    const amount = band.price?.value
    if (
      from === undefined ||
      amount === undefined ||
      (to === undefined && index < bands.length - 1)
    )
      return undefined
    const start = previous ? previous.end : parseClockTime(from)
    if (parseClockTime(from) !== start % minutesPerDay) return undefined
    const length =
      to === undefined
        ? previous
          ? previous.end - previous.start
          : 60
        : (parseClockTime(to) - parseClockTime(from) + minutesPerDay) % minutesPerDay ||
          minutesPerDay
    steps.push({ band, amount, start, end: start + length })
  }
  const hasDifferentPrices = new Set(steps.map(({ amount }) => amount)).size > 1
  const fitsOneDay = steps.length > 0 && steps.at(-1)!.end - steps[0]!.start <= minutesPerDay
  return hasDifferentPrices && fitsOneDay ? steps : undefined
}
