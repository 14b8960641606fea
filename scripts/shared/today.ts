import { isCalendarDate } from '../../schema/resolve/collect-articles.ts'
import { type Usage, UsageError } from './usage.ts'

export const todayOption = {
  '--today DATE': 'Compare evidence with this day, such as 2026-03-04. Default: the day it is.',
}

/**
 * Reads the option `--today`.
 * @returns the given day, or the day that the machine's clock shows, such as 2026-03-04
 * @throws UsageError if there is no such day
 */
export function readToday(given: string | undefined, usage: Usage): string {
  // Sweden writes dates in this format, in the machine's time zone.
  if (given === undefined) return new Intl.DateTimeFormat('sv-SE').format(Date.now())
  if (/^\d{4}-\d{2}-\d{2}$/.test(given) && isCalendarDate(given)) return given
  throw new UsageError(`--today must be a day such as 2026-03-04, not "${given}"`, usage)
}
