import { memoize } from '../util/memoize.ts'

/** To make one takes longer than to use it, and thousands of articles have a date. */
const formats = new Map<string, Intl.DateTimeFormat>()
const maxFormats = 100

/**
 * Formats the days from one to another, or a single one. In UTC, since a time zone west of Greenwich
 * would show the day before.
 */
export function formatDates(
  [from, last]: [from: string, last?: string],
  language: string,
  style: Intl.DateTimeFormatOptions,
): string {
  const format = memoize(
    formats,
    `${language} ${JSON.stringify(style)}`,
    maxFormats,
    () => new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }),
  )
  const text = format.formatRange(new Date(from), new Date(last ?? from))
  // Intl writes the first of a month as 1 mai.
  return /^fr\b/.test(language) ? text.replaceAll(/(?<!\d)1(?=\s?[–-]|\s\p{L})/gu, '1er') : text
}
