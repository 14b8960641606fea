/** Whether a value is written as a day, such as 2026-11-26. Not every such day exists. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

/** Whether a day exists in the calendar, unlike 2026-02-30. */
export const isCalendarDate = (day: string): boolean =>
  !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
