import { memoizeByText } from '../util/memoize.ts'
import type { DaySpan } from '../types.gen.ts'
import { toClock } from './parse-times.ts'

type ParsedHour = { hour: number; minute?: number; meridiem?: 'am' | 'pm' }

const timePattern = String.raw`(?:\d{1,2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?|noon|midnight)`
const timeRangePattern = new RegExp(
  String.raw`^(${timePattern})\s*(?:–|—|-|to)\s*(${timePattern})$`,
  'i',
)
const openEndPattern = new RegExp(String.raw`^(?:after|from)\s+(${timePattern})$`, 'i')
const openStartPattern = new RegExp(String.raw`^(?:until|till|before)\s+(${timePattern})$`, 'i')

/**
 * Parses hours as an author writes them: `5–9 AM`, `10 PM–5 AM`, `after 11 PM`, `08:00–17:30`.
 * @returns undefined if the hours are ambiguous or missing: `9–5`, `day and night`
 */
export function parseDaySpan(written: string): DaySpan | undefined {
  const text = written.trim()
  const [, first, second] = timeRangePattern.exec(text) ?? []
  if (first !== undefined && second !== undefined) return parseTimeRange(first, second)
  const from = formatClock(parseHour(openEndPattern.exec(text)?.[1]))
  const to = formatClock(parseHour(openStartPattern.exec(text)?.[1]))
  return from ? { from } : to ? { to } : undefined
}

function parseTimeRange(first: string, second: string): DaySpan | undefined {
  const start = parseHour(first)
  const end = parseHour(second)
  if (!start || !end) return undefined
  // 5–9 AM starts in the same half of the day as it ends; 11–2 PM and 10–2 AM in the other one.
  if (!start.meridiem && end.meridiem && start.hour <= 12)
    start.meridiem = isEarlier(start, end) ? end.meridiem : oppositeMeridiem(end.meridiem)
  const from = formatClock(start)
  const to = formatClock(end)
  return from && to ? { from, to } : undefined
}

const oppositeMeridiem = (half: 'am' | 'pm') => (half === 'am' ? 'pm' : 'am')
const isEarlier = (a: ParsedHour, b: ParsedHour) =>
  (a.hour % 12) * 60 + (a.minute ?? 0) < (b.hour % 12) * 60 + (b.minute ?? 0)

function parseHour(text: string | undefined): ParsedHour | undefined {
  if (text === undefined) return undefined
  const word = text.trim().toLowerCase()
  if (word === 'noon') return { hour: 12, minute: 0, meridiem: 'pm' }
  if (word === 'midnight') return { hour: 12, minute: 0, meridiem: 'am' }
  const [, hour, minute, letter] = /^(\d{1,2})(?::(\d{2}))?\s*([ap])?/.exec(word) ?? []
  const meridiem = letter === 'a' ? 'am' : letter === 'p' ? 'pm' : undefined
  return { hour: Number(hour), minute: minute === undefined ? undefined : Number(minute), meridiem }
}

/** Formats a time as HH:MM. Undefined for a bare `9`, which may be AM or PM. */
function formatClock(time: ParsedHour | undefined): string | undefined {
  if (!time) return undefined
  const { hour, minute = 0, meridiem } = time
  if (!meridiem && time.minute === undefined) return undefined
  if (minute > 59 || hour > (meridiem ? 12 : 24) || (meridiem && hour === 0)) return undefined
  const of24 = meridiem ? (hour % 12) + (meridiem === 'pm' ? 12 : 0) : hour
  return toClock(of24 * 60 + minute)
}

/**
 * Formats the hours 0, 6, 12, 18 and 24 in a language, for the axis of a chart of the day. Cached,
 * because creating a date format is slow.
 */
export const formatHourLabels = memoizeByText((language): string[] => {
  const hour = new Intl.DateTimeFormat(language, { hour: 'numeric', timeZone: 'UTC' })
  // 6 AM is unambiguous without minutes, a bare 06 is not.
  const format = hour.resolvedOptions().hour12
    ? hour
    : new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
  return [0, 6, 12, 18, 24].map((mark) => format.format(Date.UTC(2000, 0, 1, mark)))
})
