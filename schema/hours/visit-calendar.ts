import type { TimeRange, VisitCalendar } from '../resolved-values.ts'
import { asTexts } from '../util/as-text.ts'
import { asList, asRecord, isRecord, type UnknownRecord } from '../util/records.ts'
import { getHolidayName } from './holidays.ts'
import { parseTimes, readEntryTimes, sortRanges } from '../times/parse-times.ts'
import { isAllHolidays, weekdays, type HoursPlan } from './plan-hours.ts'

/**
 * Creates what a schedule needs to know of the opening hours, the holidays and the tariff.
 * @param tariff as written
 * @returns undefined if the settings have no hours, and the tariff has none either
 */
export function createVisitCalendar(
  hours: HoursPlan | undefined,
  tariff: unknown,
  language: string,
): VisitCalendar | undefined {
  const { times, hours: visits } = asRecord(tariff)
  const written = asList(times).filter(isRecord)
  const bands = written.flatMap((entry) => {
    const ranges = readEntryTimes({ times: entry.times })
    return ranges === undefined || typeof entry.name !== 'string'
      ? []
      : [{ name: entry.name, ...listBandRanges(entry.days, ranges) }]
  })
  if (!hours && bands.length === 0) return undefined
  const namesHolidays = bands.some(({ holiday }) => holiday.length > 0)
  const own = Array.isArray(visits) ? listVisitHours(visits.filter(isRecord)) : undefined
  const ofHolidays = (hours?.holidays ?? []).flatMap(({ day }) =>
    own?.holiday ? [[day, own.holiday]] : [],
  )
  const week = own?.week ?? hours?.week
  return {
    ...(week && { week }),
    special: { ...Object.fromEntries(ofHolidays), ...hours?.calendar?.special },
    holidays: Object.fromEntries(
      (hours?.holidays ?? []).map(({ day, name }) => [day, getHolidayName(name, language)]),
    ),
    bands: bands.map(({ holiday, ...band }) => ({ ...band, ...(namesHolidays && { holiday }) })),
  }
}

/**
 * Lists the hours of visits on each day of the week, Sunday first, and on public holidays if one of
 * the entries names them.
 */
function listVisitHours(entries: UnknownRecord[]) {
  const lists = entries.map(({ days, times }) => listBandRanges(days, parseTimes(times) ?? []))
  const namesHolidays = entries.some(({ days }) => asTexts(days).some(isAllHolidays))
  return {
    week: weekdays.map((_, index) => sortRanges(lists.flatMap(({ week }) => week[index]!))),
    ...(namesHolidays && { holiday: sortRanges(lists.flatMap(({ holiday }) => holiday)) }),
  }
}

function listBandRanges(days: unknown, ranges: TimeRange[]) {
  const named = days === undefined ? weekdays : asTexts(days)
  return {
    week: weekdays.map((day) => (named.includes(day) ? ranges : [])),
    holiday: named.some(isAllHolidays) ? ranges : [],
  }
}
