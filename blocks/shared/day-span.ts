import type { DaySpan } from '../../schema/types.gen.ts'

/** Part of a chart, in percent of its width. */
export type Segment = { start: number; width: number }

export const day = 24 * 60

/** Minutes since midnight: `17:30` → 1050. */
export const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Where a span lies in one day, from midnight to midnight. One that runs past midnight is in two pieces. */
export function cutAtMidnight(span: DaySpan): Segment[] {
  return listPieces(span).map(([start, end]) => ({
    start: (start / day) * 100,
    width: ((end - start) / day) * 100,
  }))
}

/** Whether two spans share some of the day; to end when the other begins is not to share. */
export function sharesTime(a: DaySpan, b: DaySpan): boolean {
  return listPieces(a).some(([start, end]) =>
    listPieces(b).some(([otherStart, otherEnd]) => start < otherEnd && otherStart < end),
  )
}

/** In minutes, which are whole: shares of a day would not meet exactly. */
function listPieces({ from = '00:00', to = '00:00' }: DaySpan): [number, number][] {
  const [start, end] = [minutesOf(from), minutesOf(to) || day]
  if (start < end) return [[start, end]]
  return [
    [0, end],
    [start, day],
  ]
}

/** For css: where a piece stands. */
export const placeOf = ({ start, width }: Segment) => ({
  insetInlineStart: `${round(start)}%`,
  inlineSize: `${round(width)}%`,
})

const round = (n: number) => Math.round(n * 100) / 100
