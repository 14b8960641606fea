import type { TimeRange, VisitCalendar } from '../resolved-values.ts'
import { asTexts } from '../util/as-text.ts'
import { asRecord, isRecord } from '../util/records.ts'
import { getHolidayName } from './holidays.ts'
import { readEntryTimes } from './parse-times.ts'
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
  const { times } = asRecord(tariff)
  const written = (Array.isArray(times) ? times : []).filter(isRecord)
  const bands = written.flatMap((entry) => {
    const ranges = readEntryTimes({ times: entry.times })
    return ranges === undefined || typeof entry.name !== 'string'
      ? []
      : [{ name: entry.name, ...listBandRanges(entry.days, ranges) }]
  })
  if (!hours && bands.length === 0) return undefined
  const namesHolidays = bands.some(({ holiday }) => holiday.length > 0)
  return {
    ...(hours && { week: hours.week }),
    special: hours?.calendar?.special ?? {},
    holidays: Object.fromEntries(
      (hours?.holidays ?? []).map(({ day, name }) => [day, getHolidayName(name, language)]),
    ),
    bands: bands.map(({ holiday, ...band }) => ({ ...band, ...(namesHolidays && { holiday }) })),
  }
}

function listBandRanges(days: unknown, ranges: TimeRange[]) {
  const named = days === undefined ? weekdays : asTexts(days)
  return {
    week: weekdays.map((day) => (named.includes(day) ? ranges : [])),
    holiday: named.some(isAllHolidays) ? ranges : [],
  }
}
