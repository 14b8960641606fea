import { formatDates } from '../times/format-dates.ts'
import type { RowFile, Table } from '../tables/table.ts'

/** Why the published site leaves a review out. */
export type ReviewLack = 'permission' | 'source' | 'checked' | 'expired'

/** What a customer said, with what proves it. Plain data that can be sent to threads. */
export type Review = {
  text: string
  /** The language of the text, if it says which: en, es. */
  language: string
  author: string
  place: string
  service: string
  /** A day or a month: 2026-05-14, 2026-05. */
  date: string
  /** Where it was written, such as Google, and its address there. */
  source: string
  address: string
  stars?: number
  /** Whether the text is not complete or not exactly as it was written. */
  edited: boolean
  /** The day on which somebody last saw it at its source. */
  checked: string
  /** The last day on which that counts. */
  until: string
  lacks?: ReviewLack
}

/** The reviews of a site, newest first, and the file that they are in. */
export type Reviews = {
  source: RowFile
  table: Table
  reviews: (Review & { row: number })[]
}

/** Formats a day or a month, with the year. */
export function formatReviewDay(date: string, language: string): string {
  if (date === '') return ''
  const style: Intl.DateTimeFormatOptions =
    date.length === 10 ? { dateStyle: 'long' } : { month: 'long', year: 'numeric' }
  return formatDates([date], language, style)
}
