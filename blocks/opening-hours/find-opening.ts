import type { OpeningCalendar, TimeRange } from '../../schema/resolved-values.ts'

/**
 * @property next when the business opens again, if that is known: a day, such as 2026-12-26, the
 * number of days until then, and minutes since midnight
 */
export type Opening = { isOpen: boolean; next?: { day: string; daysAhead: number; minute: number } }

const minutesPerDay = 1440
const hour = 3_600_000
const maxDaysAhead = 14

/**
 * Finds out whether a business is open at an instant.
 * @returns undefined if that is not certain
 * @throws RangeError if the browser does not know the time zone
 */
export function findOpening(calendar: OpeningCalendar, now: number): Opening | undefined {
  const { timeZone, week, special, unknown, until } = calendar
  // The Swedish locale formats dates as ISO 8601.
  const readClock = (time: number) => new Date(time).toLocaleString('sv', { timeZone }).slice(0, 16)
  const clock = readClock(now)
  const addDays = (count: number) =>
    new Date(Date.parse(clock.slice(0, 10)) + count * 24 * hour).toISOString().slice(0, 10)
  const getUsual = (day: string) => week[new Date(day).getUTCDay()]!
  const getRanges = (day: string): TimeRange[] | undefined =>
    unknown.includes(day) || (until !== undefined && day >= until)
      ? undefined
      : (special[day] ?? getUsual(day))
  const isWithin = (ranges: TimeRange[], minute: number) =>
    ranges.some(([opens, closes]) => opens <= minute && minute < closes)

  const [today, yesterday] = [addDays(0), addDays(-1)]
  const ranges = getRanges(today)
  const late = getRanges(yesterday)
  const isOpenAt = (minute: number) =>
    isWithin(ranges!, minute) || isWithin(late ?? [], minute + minutesPerDay)
  const minute = Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14))
  if (!ranges || (!late && isWithin(getUsual(yesterday), minute + minutesPerDay))) return undefined
  const isOpen = isOpenAt(minute)
  // When clocks are set back, an hour occurs twice. If the business opens or closes in it, nobody
  // knows in which one.
  if ([now - hour, now + hour].some((time) => readClock(time) === clock))
    for (let each = minute - (minute % 60), end = each + 60; each < end; each++)
      if (isOpenAt(each) !== isOpen) return undefined
  if (isOpen) return { isOpen }
  for (let daysAhead = 0; daysAhead < maxDaysAhead; daysAhead++) {
    const day = addDays(daysAhead)
    const coming = getRanges(day)
    if (!coming) break
    const first = coming.find(([opens]) => daysAhead > 0 || opens > minute)
    if (first) return { isOpen, next: { day, daysAhead, minute: first[0] } }
  }
  return { isOpen }
}
