import { isCalendarDate } from '../times/written-day.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import type { SourceLocation } from '../problems/location.ts'

/** Whether a value is written as a day, such as 2026-11-26. Not every such day exists. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

/** Reports a day that does not exist. Validation reports values that are not written as a day. */
export const checkDay = (value: unknown, location: SourceLocation): Problem[] =>
  !isDay(value) || isCalendarDate(value)
    ? []
    : [
        problemAt(location, 'IMPOSSIBLE_DATE', `The date ${value} does not exist.`, {
          found: value,
        }),
      ]

const oneDay = 86_400_000

/** The day of an instant in UTC, in milliseconds since the epoch. */
export const toDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

/** Counts from a day, such as 2026-12-25. */
export const addDays = (day: string, count: number): string =>
  toDay(Date.parse(day) + count * oneDay)

export const countDays = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / oneDay
