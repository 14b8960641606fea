import type { TimeRange } from '../resolved-values.ts'
import { asText } from '../util/as-text.ts'
import type { UnknownRecord } from '../util/records.ts'

export const minutesPerDay = 24 * 60

/**
 * Parses `08:00-12:00, 13:00-17:00`, or `closed`.
 * @returns undefined for anything else, which validation reports
 */
export function parseTimes(text: unknown): TimeRange[] | undefined {
  if (text === 'closed') return []
  const ranges = asText(text)
    .split(',')
    .map((part) => {
      const [, opens, closes] = /^\s*(\d\d:\d\d) ?[-–] ?(\d\d:\d\d)\s*$/.exec(part) ?? []
      return opens === undefined ? undefined : toRange(opens, closes!)
    })
  return ranges.every((range) => range !== undefined) ? sortRanges(ranges) : undefined
}

/** Reads the times of an entry of `business.hours`, which are a text or a pair of times. */
export function readEntryTimes({ times, opens, closes }: UnknownRecord): TimeRange[] | undefined {
  if (times !== undefined) return parseTimes(times)
  const isWritten = [opens, closes].every((clock) => /^\d\d:\d\d$/.test(asText(clock)))
  return isWritten ? [toRange(asText(opens), asText(closes))] : undefined
}

export const sortRanges = (ranges: TimeRange[]): TimeRange[] =>
  ranges.toSorted(([one], [other]) => one - other)

function toRange(opens: string, closes: string): TimeRange {
  const from = toMinutes(opens)
  // 23:59 is how people write the end of the day where 24:00 is refused.
  const to = closes === '23:59' ? minutesPerDay : toMinutes(closes)
  // A business that closes at 02:00, or at 00:00, closes on the next day.
  return [from, to > from ? to : to + minutesPerDay]
}

function toMinutes(clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number)
  return hours! * 60 + minutes!
}

/** Whether a day is open from midnight to midnight. */
export const isAllDay = (ranges: TimeRange[]): boolean =>
  ranges.length === 1 && ranges[0]![0] === 0 && ranges[0]![1] === minutesPerDay

/** Formats minutes as structured data has them: 08:30. */
export const toClock = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((n) => String(n).padStart(2, '0')).join(':')
