import type { DaySpan } from '../../../schema/types.gen.ts'

/** A segment of a chart, in percent of its width. */
export type DaySegment = { start: number; width: number }

export const minutesPerDay = 24 * 60

/** Converts a time to minutes since midnight: `17:30` → 1050. */
export const parseClockTime = (clock: string) =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Returns a span's position within the day; a span that crosses midnight has two segments. */
export function splitAtMidnight(span: DaySpan): DaySegment[] {
  return toMinuteRanges(span).map(([start, end]) => ({
    start: (start / minutesPerDay) * 100,
    width: ((end - start) / minutesPerDay) * 100,
  }))
}

/** Whether two spans overlap; adjacent spans do not. */
export function daySpansOverlap(a: DaySpan, b: DaySpan): boolean {
  return toMinuteRanges(a).some(([start, end]) =>
    toMinuteRanges(b).some(([otherStart, otherEnd]) => start < otherEnd && otherStart < end),
  )
}

/** Converts to whole minutes, because fractions of a day would not compare exactly. */
function toMinuteRanges({ from = '00:00', to = '00:00' }: DaySpan): [number, number][] {
  const [start, end] = [parseClockTime(from), parseClockTime(to) || minutesPerDay]
  if (start < end) return [[start, end]]
  return [
    [0, end],
    [start, minutesPerDay],
  ]
}

/** Returns the CSS position of a segment. */
export const toSegmentStyle = ({ start, width }: DaySegment) => ({
  insetInlineStart: `${roundToHundredths(start)}%`,
  inlineSize: `${roundToHundredths(width)}%`,
})

const roundToHundredths = (n: number) => Math.round(n * 100) / 100
