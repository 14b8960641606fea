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

const minutesPerDay = 1440

const getDayBefore = (date: string) =>
  new Date(Date.parse(date) - minutesPerDay * 60_000).toISOString().slice(0, 10)

/** Looks a minute up in the ranges of a day, and in those of the day before that last past midnight. */
export function isInRanges(ranges: TimeRange[], before: TimeRange[], minute: number): boolean {
  const contains = (given: TimeRange[], at: number) =>
    given.some(([opens, closes]) => opens <= at && at < closes)
  return contains(ranges, minute) || contains(before, minute + minutesPerDay)
}

const isWithin = (getRanges: (date: string) => TimeRange[], date: string, minute: number) =>
  isInRanges(getRanges(date), getRanges(getDayBefore(date)), minute)

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

/** Whether a time of day is one of the named times of the tariff. Without names, every time is. */
const isAmong = (
  names: string[] | undefined,
  { calendar }: ScheduleRules,
  date: string,
  minute: number,
): boolean => !calendar || !names?.length || names.includes(findBand(calendar, date, minute) ?? '')

/** Lists the services that have an hour, at a time of day. None if the business is closed. */
export function listOffered(rules: ScheduleRules, { date, index }: Day, minute: number): string[] {
  const { calendar, options } = rules
  if (calendar && !isOpen(calendar, date, minute)) return []
  const isNamed = (names: string[] | undefined) => isAmong(names, rules, date, minute)
  return options
    .filter(
      ({ today, times, only, now }) =>
        !now && !(today && index) && isNamed(times) && isNamed(only?.times),
    )
    .map(({ label }) => label)
}

/** Lists the services that happen at once, whatever the hour. None if the day is closed. */
export const listAtOnce = (rules: ScheduleRules, { date, index }: Day, clock: number): string[] =>
  index || rules.calendar?.special[date]?.length === 0
    ? []
    : rules.options
        .filter(({ now, only }) => now && isAmong(only?.times, rules, date, clock))
        .map(({ label }) => label)
