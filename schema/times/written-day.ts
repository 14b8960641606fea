import { findSupportedLanguage } from '../util/supported-language.ts'
import { listMonthNames } from './calendar-names.ts'

/** Whether a day exists in the calendar, unlike 2026-02-30. */
export const isCalendarDate = (day: string): boolean =>
  !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)

/**
 * Parses a day as people write it: 24.12.2026, 14/07/2026, 2026/7/14, June 1, 1 de junio de 2027.
 * @param language of the names of months
 * @param monthFirst what 03/04/2026 means, which has several meanings otherwise
 * @returns it as 2026-12-24, or as 12-24 without a year; undefined for a day that does not exist, and
 *   a text with several meanings
 */
export function parseWrittenDay(
  text: string,
  language = 'en',
  monthFirst?: boolean,
): string | undefined {
  const day = parseFigures(text, monthFirst) ?? parseWords(text, language)
  return day !== undefined && isCalendarDate(day.length === 5 ? `2028-${day}` : day)
    ? day
    : undefined
}

const format = (...parts: (number | string)[]): string =>
  parts.map((part) => String(part).padStart(2, '0')).join('-')

const dayPattern = String.raw`(\d\d?)(?:st|nd|rd|th|\.|er|º)?`
const monthPattern = String.raw`(\p{L}{3,})\.?`
const writtenDay = new RegExp(
  `^(?:${monthPattern} ${dayPattern}|${dayPattern} (?:de )?${monthPattern})(?:,? (?:de )?(\\d{4}))?$`,
  'u',
)

function parseWords(text: string, language: string): string | undefined {
  const [, before, after, first, last, year] = writtenDay.exec(text.toLowerCase()) ?? []
  const [word, day] = [before ?? last, after ?? first]
  if (word === undefined || day === undefined) return undefined
  const months = listMonthNames(findSupportedLanguage(language) ?? 'en')
  const month = months.findIndex((name) => name.toLowerCase().startsWith(word))
  if (month === -1) return undefined
  return format(...(year === undefined ? [] : [year]), month + 1, day)
}

function parseFigures(text: string, monthFirst?: boolean): string | undefined {
  const [, sign, ...parts] = /^(?=\d+([./-]))(\d{1,4})\1(\d\d?)\1(\d{1,4})$/.exec(text) ?? []
  const [first = 0, second = 0, third = 0] = parts.map(Number)
  const [year, month, day] =
    first > 999
      ? [first, second, third]
      : sign === '.' || first > 12 || (second <= 12 && monthFirst === false)
        ? [third, second, first]
        : second > 12 || monthFirst
          ? [third, first, second]
          : []
  if (year === undefined || year < 1000 || month! > 12 || day! > 31) return undefined
  return format(year, month!, day!)
}
