import type { DaySpan } from '../../../schema/types.gen.ts'

/** Part of a chart, in percent of its width. */
export type DaySegment = { start: number; width: number }

export const minutesPerDay = 24 * 60

/** Minutes since midnight: `17:30` → 1050. */
export const parseClockTime = (clock: string) =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Where a span lies in one day, from midnight to midnight. One that runs past midnight is in two pieces. */
export function splitAtMidnight(span: DaySpan): DaySegment[] {
  return toMinuteRanges(span).map(([start, end]) => ({
    start: (start / minutesPerDay) * 100,
    width: ((end - start) / minutesPerDay) * 100,
  }))
}

/** Whether two spans share some of the day; to end when the other begins is not to share. */
export function daySpansOverlap(a: DaySpan, b: DaySpan): boolean {
  return toMinuteRanges(a).some(([start, end]) =>
    toMinuteRanges(b).some(([otherStart, otherEnd]) => start < otherEnd && otherStart < end),
  )
}

/** In minutes, which are whole: shares of a day would not meet exactly. */
function toMinuteRanges({ from = '00:00', to = '00:00' }: DaySpan): [number, number][] {
  const [start, end] = [parseClockTime(from), parseClockTime(to) || minutesPerDay]
  if (start < end) return [[start, end]]
  return [
    [0, end],
    [start, minutesPerDay],
  ]
}

/** For css: where a piece stands. */
export const toSegmentStyle = ({ start, width }: DaySegment) => ({
  insetInlineStart: `${roundToHundredths(start)}%`,
  inlineSize: `${roundToHundredths(width)}%`,
})

const roundToHundredths = (n: number) => Math.round(n * 100) / 100
