import { addDays, countDays, isDay } from '../days/day.ts'
import { isCalendarDate } from '../times/written-day.ts'
import { formatDay, type Moment } from '../days/moment.ts'
import { isTimeZone } from '../days/time-zone.ts'
import type { OpeningCalendar, SpecialHours, TimeRange } from '../resolved-values.ts'
import { asText, asTexts } from '../util/as-text.ts'
import { asRecord, asRecords, type UnknownRecord } from '../util/records.ts'
import { findHoliday, listPublicHolidays, type Holiday, type HolidayNames } from './holidays.ts'
import { parseTimes, readEntryTimes, sortRanges } from '../times/parse-times.ts'

/** Sunday first, as in `Date`. */
export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
]

/** What an author writes for all public holidays of the country. */
export const allHolidays = 'public holidays'
export const isAllHolidays = (on: string): boolean => on.trim().toLowerCase() === allHolidays

/** Special days last no longer than a year. */
export const maxSpecialDays = 366

/** The hours of a business at a moment. */
export type HoursPlan = {
  /** The ranges of each day of the week, Sunday first. */
  week: TimeRange[][]
  /** The coming special days, the next one first. */
  special: SpecialHours[]
  /** The next public holidays for which no entry exists. */
  unstated: { day: string; name: string }[]
  /**
   * Days for which two entries apply, and the indexes of the entries.
   * @property isOfSeasons whether each of them also has days of its own, and one counts by its length
   */
  overlaps: { day: string; entries: [number, number]; isOfSeasons: boolean }[]
  /** The public holidays of this year and the next. */
  holidays: { day: string; name: HolidayNames }[]
  /** Undefined if nobody has said which time zone it is in. */
  calendar?: OpeningCalendar
}

/** Lists the ranges of each day of the week, Sunday first. */
export function readWeek(hours: unknown): TimeRange[][] {
  const entries = asRecords(hours)
  return weekdays.map((day) =>
    sortRanges(
      entries.flatMap((entry) =>
        asTexts(entry.days).includes(day) ? (readEntryTimes(entry) ?? []) : [],
      ),
    ),
  )
}

/**
 * Plans the hours of a business: the week, and the special days to come.
 * @param business as written, or with its texts resolved
 * @returns undefined if it states no hours
 */
export function planHours(business: unknown, siteMoment: Moment): HoursPlan | undefined {
  const { hours, specialDays, country, timeZone } = asRecord(business)
  if (!Array.isArray(hours)) return undefined
  const moment = moveMoment(siteMoment, timeZone)
  const week = readWeek(hours)
  // Without a time zone, no day has a beginning.
  if (moment.zone !== 'known')
    return { week, special: [], unstated: [], overlaps: [], holidays: [] }
  const today = formatDay(moment)
  const entries = asRecords(specialDays)
  const occurrences = entries.flatMap((entry, index) =>
    listOccurrences(entry, index, asText(country), today),
  )
  const { byDay, overlaps } = arrangeDays(occurrences)
  const special = groupDays(byDay)
  const unnamed = listPublicHolidays(asText(country)).flatMap(({ en, findDate }) => {
    const [next, later] = listComingYears(today)
      .map(findDate)
      .filter((day) => day >= today)
    return byDay.has(next!) ? [] : [{ day: next!, name: en, later: later! }]
  })
  // Nobody expects a business to be open on a day on which it is closed every week.
  const unstated = unnamed
    .filter(({ day }) => week[new Date(day).getUTCDay()]!.length > 0)
    .map(({ day, name }) => ({ day, name }))
    .sort((one, other) => one.day.localeCompare(other.day))
  const until = [
    ...occurrences.flatMap(({ times, later }) => (times === 'usual' ? [] : (later ?? []))),
    ...unnamed.map(({ later }) => later),
  ].sort()[0]
  const others = [...byDay].flatMap(([day, { times }]) => (times === 'usual' ? [] : [[day, times]]))
  return {
    week,
    special,
    unstated,
    overlaps,
    holidays: listHolidays(asText(country), Number(today.slice(0, 4))),
    ...(timeZone !== null && {
      calendar: {
        timeZone: moment.timeZone,
        week,
        special: Object.fromEntries(others),
        unknown: unstated.map(({ day }) => day),
        ...(until !== undefined && { until }),
      },
    }),
  }
}

/** The same moment at a location, which may be in another time zone. */
const moveMoment = (moment: Moment, timeZone: unknown): Moment =>
  typeof timeZone === 'string' && isTimeZone(timeZone)
    ? { ...moment, timeZone, zone: 'known' }
    : moment

const listHolidays = (country: string, year: number): HoursPlan['holidays'] =>
  [year, year + 1].flatMap((each) =>
    listPublicHolidays(country).map(({ en, es, findDate }) => ({
      day: findDate(each),
      name: { en, es },
    })),
  )

/**
 * The next time that an entry applies.
 * @property rank the entry with the lowest one counts
 * @property later the first day of the time after that
 */
type Occurrence = Omit<SpecialHours, 'times'> & {
  index: number
  times: TimeRange[] | 'usual'
  rank: number
  later?: string
}

/** Mistakes in an entry are reported by a rule, and make it apply on no day. */
function listOccurrences(
  { on, until, days: only, times: written, reason, translations }: UnknownRecord,
  index: number,
  country: string,
  today: string,
): Occurrence[] {
  const times = written === 'usual' ? written : parseTimes(written)
  if (times === undefined) return []
  return listDayRules(asText(on), country).flatMap(({ findDate, holiday, generality }) => {
    const days = [...new Set(listComingYears(today).map(findDate))].filter(isCalendarDate)
    const coming = days
      .map((from) => ({ from, last: findLastDay(from, asText(until)) }))
      .filter(({ from, last }) => last >= today && last >= from)
      .filter(({ from, last }) => last <= addDays(from, maxSpecialDays))
      // The last day has a year, and the first one has none: it is the one before it.
      .filter(({ from, last }) => !days.some((day) => day > from && day <= last))
    const [next, following] = coming
    if (!next) return []
    const length =
      countDays(next.from, next.last) * (Array.isArray(only) ? only.length / weekdays.length : 1)
    return [
      {
        ...next,
        index,
        times,
        // That holidays change nothing is no reason to open during a vacation.
        rank: times === 'usual' && generality === 2 ? Infinity : length * 3 + generality,
        ...(Array.isArray(only) && { weekdays: asTexts(only) }),
        ...(typeof reason === 'string' && { reason }),
        translations: asRecord(translations) as Record<string, string>,
        ...(holiday && { holiday: { en: holiday.en, es: holiday.es } }),
        ...(following && { later: following.from }),
      },
    ]
  })
}

type DayRule = { findDate: (year: number) => string; holiday?: Holiday; generality: number }

function listDayRules(on: string, country: string): DayRule[] {
  if (isDay(on)) return [{ findDate: () => on, generality: 0 }]
  if (/^\d\d-\d\d$/.test(on)) return [{ findDate: (year) => `${year}-${on}`, generality: 1 }]
  const isAll = isAllHolidays(on)
  const named = findHoliday(on, country)
  const holidays = isAll ? listPublicHolidays(country) : named ? [named] : []
  return holidays.map((holiday) => ({
    findDate: holiday.findDate,
    holiday,
    generality: isAll ? 2 : 1,
  }))
}

/** Days that last from one year into the next may have begun last year. */
function listComingYears(today: string): number[] {
  const year = Number(today.slice(0, 4))
  return [year - 1, year, year + 1, year + 2]
}

function findLastDay(from: string, until: string): string {
  if (until === '') return from
  if (/^\d{4}-/.test(until)) return isCalendarDate(until) ? until : ''
  const year = Number(from.slice(0, 4))
  const [last = ''] = [`${year}-${until}`, `${year + 1}-${until}`].filter(
    (day) => day >= from && isCalendarDate(day),
  )
  return last
}

/** Chooses the entry that counts on each day. */
function arrangeDays(occurrences: Occurrence[]) {
  const byDay = new Map<string, Occurrence>()
  const overlaps: HoursPlan['overlaps'] = []
  for (const occurrence of occurrences.toSorted((one, other) => one.rank - other.rank)) {
    for (let day = occurrence.from; day <= occurrence.last; day = addDays(day, 1)) {
      if (!isOnWeekday(day, occurrence)) continue
      const other = byDay.get(day)
      if (!other) byDay.set(day, occurrence)
      else if (other.index !== occurrence.index) {
        const isEqual = other.rank === occurrence.rank
        const isOfSeasons = !isEqual && areSeasons([other, occurrence])
        if (isEqual || isOfSeasons)
          overlaps.push({ day, entries: [other.index, occurrence.index], isOfSeasons })
      }
    }
  }
  return { byDay, overlaps }
}

/** Shorter times, such as a fair or a vacation, may lie across the end of a season. */
const shortestSeason = 28

/** Whether both are seasons with hours, of which none is a part of the other. */
const areSeasons = (both: [Occurrence, Occurrence]): boolean => {
  const [first, second] = both.toSorted((one, other) => one.from.localeCompare(other.from))
  return (
    both.every(
      ({ from, last, times }) =>
        countDays(from, last) >= shortestSeason && times !== 'usual' && times.length > 0,
    ) &&
    first!.from < second!.from &&
    first!.last < second!.last
  )
}

const isOnWeekday = (day: string, { weekdays: only }: Pick<Occurrence, 'weekdays'>) =>
  only === undefined || only.includes(weekdays[new Date(day).getUTCDay()]!)

/** Groups the days of an entry that follow each other, apart from weekdays that it leaves out. */
function groupDays(byDay: Map<string, Occurrence>): SpecialHours[] {
  const groups: (SpecialHours & { occurrence: Occurrence })[] = []
  for (const [day, occurrence] of [...byDay].sort(([one], [other]) => one.localeCompare(other))) {
    const { times, reason, translations, holiday, weekdays: only } = occurrence
    if (times === 'usual') continue
    const group = groups.at(-1)
    if (group?.occurrence === occurrence && findNextDay(group.last, occurrence) === day)
      group.last = day
    else
      groups.push({
        ...{ from: day, last: day, weekdays: only, times, reason, translations, holiday },
        occurrence,
      })
  }
  return groups.map(({ occurrence: _, ...group }) => group)
}

function findNextDay(last: string, occurrence: Occurrence): string {
  let day = addDays(last, 1)
  while (!isOnWeekday(day, occurrence) && day <= occurrence.last) day = addDays(day, 1)
  return day
}
