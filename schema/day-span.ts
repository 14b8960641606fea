import type { DaySpan } from './types.gen.ts'

type Hour = { hour: number; minute?: number; half?: 'am' | 'pm' }

const time = String.raw`(?:\d{1,2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?|noon|midnight)`
const range = new RegExp(String.raw`^(${time})\s*(?:–|—|-|to)\s*(${time})$`, 'i')
const openEnd = new RegExp(String.raw`^(?:after|from)\s+(${time})$`, 'i')
const openStart = new RegExp(String.raw`^(?:until|till|before)\s+(${time})$`, 'i')

/**
 * When a band of hours begins and ends, read from the words that are printed: `5–9 AM`, `10 PM–5 AM`, `after 11 PM`, `08:00–17:30`.
 * @returns undefined for words that leave it open which hours are meant: `day and night`, `9–5`.
 */
export function readDaySpan(words: string): DaySpan | undefined {
  const text = words.trim()
  const [, first, second] = range.exec(text) ?? []
  if (first !== undefined && second !== undefined) return readRange(first, second)
  const from = clockOf(parseHour(openEnd.exec(text)?.[1]))
  const to = clockOf(parseHour(openStart.exec(text)?.[1]))
  return from ? { from } : to ? { to } : undefined
}

function readRange(first: string, second: string): DaySpan | undefined {
  const start = parseHour(first)
  const end = parseHour(second)
  if (!start || !end) return undefined
  // 5–9 AM begins in the morning too; 11–2 PM and 10–2 AM begin in the other half of the day.
  if (!start.half && end.half && start.hour <= 12)
    start.half = isEarlier(start, end) ? end.half : otherHalf(end.half)
  const from = clockOf(start)
  const to = clockOf(end)
  return from && to ? { from, to } : undefined
}

const otherHalf = (half: 'am' | 'pm') => (half === 'am' ? 'pm' : 'am')
const isEarlier = (a: Hour, b: Hour) =>
  (a.hour % 12) * 60 + (a.minute ?? 0) < (b.hour % 12) * 60 + (b.minute ?? 0)

function parseHour(text: string | undefined): Hour | undefined {
  if (text === undefined) return undefined
  const word = text.trim().toLowerCase()
  if (word === 'noon') return { hour: 12, minute: 0, half: 'pm' }
  if (word === 'midnight') return { hour: 12, minute: 0, half: 'am' }
  const [, hour, minute, letter] = /^(\d{1,2})(?::(\d{2}))?\s*([ap])?/.exec(word) ?? []
  const half = letter === 'a' ? 'am' : letter === 'p' ? 'pm' : undefined
  return { hour: Number(hour), minute: minute === undefined ? undefined : Number(minute), half }
}

/** A bare `9` may be the morning or the evening; `09:00` is a time of 24 hours. */
function clockOf(time: Hour | undefined): string | undefined {
  if (!time) return undefined
  const { hour, minute = 0, half } = time
  if (!half && time.minute === undefined) return undefined
  if (minute > 59 || hour > (half ? 12 : 24) || (half && hour === 0)) return undefined
  const of24 = half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour % 24
  return `${String(of24).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** How the language writes the hours 0, 6, 12, 18 and 24: the marks below a chart of the day. */
export function listDayHours(language: string): string[] {
  const known = dayHours.get(language)
  if (known) return known
  const hour = new Intl.DateTimeFormat(language, { hour: 'numeric', timeZone: 'UTC' })
  // 6 AM is a time of day; a bare 06 is none.
  const format = hour.resolvedOptions().hour12
    ? hour
    : new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
  const hours = [0, 6, 12, 18, 24].map((mark) => format.format(Date.UTC(2000, 0, 1, mark)))
  dayHours.set(language, hours)
  return hours
}

/** By language: a format takes some milliseconds to make. */
const dayHours = new Map<string, string[]>()
