import type { DaySpan } from '../../schema/types.gen.ts'

/** Part of a chart, in percent of its width. */
export type Segment = { start: number; width: number }

export const day = 24 * 60

/** Minutes since midnight: `17:30` → 1050. */
export const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Where a span lies in one day, from midnight to midnight. One that runs past midnight is in two pieces. */
export function cutAtMidnight({ from = '00:00', to = '00:00' }: DaySpan): Segment[] {
  const [start, end] = [minutesOf(from), minutesOf(to) || day]
  const pieces = start < end ? [[start, end] as const] : [[0, end] as const, [start, day] as const]
  return pieces.map(([a, b]) => ({ start: (a / day) * 100, width: ((b - a) / day) * 100 })).filter(({ width }) => width > 0)
}

/** Whether two spans share some of the day. */
export function sharesTime(a: DaySpan, b: DaySpan): boolean {
  return cutAtMidnight(a).some((one) => cutAtMidnight(b).some((other) => one.start < other.start + other.width && other.start < one.start + one.width))
}

/** For css: where a piece stands. */
export const placeOf = ({ start, width }: Segment) => ({ insetInlineStart: `${round(start)}%`, inlineSize: `${round(width)}%` })

const round = (n: number) => Math.round(n * 100) / 100
