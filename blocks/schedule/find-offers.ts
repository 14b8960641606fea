/** Which days, times and services can be chosen. Pure functions, for the page and before hydration. */
import type { TimeRange, VisitCalendar } from '../../schema/resolved-values.ts'
import type { ScheduleBlock } from '../../schema/types.gen.ts'

type Option = Pick<ScheduleBlock['options'][number], 'label' | 'times' | 'only' | 'today'> & {
  /** Whether it happens at once, so that the clock decides, not an hour to come. */
  now?: true
}
/**
 * When something can be chosen, as data in the document.
 * @property options their times are those that have hours
 * @property ahead how many hours a time of today must be away
 */
export type ScheduleRules = {
  calendar?: VisitCalendar
  options: Option[]
  ahead: number
  closed: string
}

/** A day of the strip: its date, such as 2026-12-25, and its place, from today. */
export type Day = { date: string; index: number }

/**
 * Parses `9 AM`, `12:30 PM`, `14:00` or `6 p. m.`.
 * @returns hours since midnight, with a fraction; undefined for any other text
 */
export function parseHourOfDay(time: string): number | undefined {
  const [, hours, minutes = '0', half] =
    /^(\d{1,2})(?::(\d{2}))? ?(?:([ap])\.? ?m\.?)?$/i.exec(time.trim()) ?? []
  if (hours === undefined) return undefined
  const base = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  return base + Number(minutes) / 60
}

/** Words without an hour, such as: by arrangement, count as midday. */
export const toMinute = (time: string): number => Math.round((parseHourOfDay(time) ?? 12) * 60)

const minutesPerDay = 1440

const getDayBefore = (date: string) =>
  new Date(Date.parse(date) - minutesPerDay * 60_000).toISOString().slice(0, 10)

/** Looks a minute up in the ranges of a day, and in those of the day before that last past midnight. */
function isWithin(getRanges: (date: string) => TimeRange[], date: string, minute: number): boolean {
  const contains = (ranges: TimeRange[], at: number) =>
    ranges.some(([opens, closes]) => opens <= at && at < closes)
  return (
    contains(getRanges(date), minute) ||
    contains(getRanges(getDayBefore(date)), minute + minutesPerDay)
  )
}

const getWeekday = (date: string) => new Date(date).getUTCDay()

/** The time of the tariff at a time of day. Undefined if none has it. */
export function findBand({ bands, holidays }: VisitCalendar, date: string, minute: number) {
  return bands.find(({ week, holiday }) =>
    isWithin(
      (day) => (holiday && holidays[day] !== undefined ? holiday : week[getWeekday(day)]!),
      date,
      minute,
    ),
  )?.name
}

const isOpen = ({ week, special }: VisitCalendar, date: string, minute: number): boolean =>
  isWithin((day) => special[day] ?? week?.[getWeekday(day)] ?? [[0, minutesPerDay]], date, minute)

/**
 * Lists the services at a time. None if the business is closed.
 * @param time a label such as 9 AM
 * @param clock the minute of the day that it is, for a service that happens at once
 */
export function listOffered(
  { calendar, options }: ScheduleRules,
  { date, index }: Day,
  time: string,
  clock = 0,
): string[] {
  const minute = toMinute(time)
  if (calendar && !isOpen(calendar, date, minute)) return []
  const isAmong = (names: string[] | undefined, at: number) =>
    !calendar || !names?.length || names.includes(findBand(calendar, date, at) ?? '')
  return options
    .filter(
      ({ today, times, only, now }) =>
        !(today && index) && isAmong(times, minute) && isAmong(only?.times, now ? clock : minute),
    )
    .map(({ label }) => label)
}
