import { parseMoment } from '../../schema/days/moment.ts'
import { type Usage, UsageError } from './usage.ts'

export const nowOption = {
  '--now TIME':
    "Act as if it were this time: a day such as 2027-01-31, or 2027-01-31T17:00 in the site's time zone. Default: now.",
}

/**
 * Reads the option `--now`.
 * @returns the given moment, or that of the clock, so that the whole command uses the same one
 * @throws UsageError if there is no such moment
 */
export function readNow(given: string | undefined, usage: Usage): string {
  if (given === undefined) return new Date(Date.now()).toISOString()
  if (parseMoment(given, 'UTC') !== undefined) return given
  throw new UsageError(
    `--now must be a day such as 2027-01-31, or a time such as 2027-01-31T17:00, not "${given}"`,
    usage,
  )
}
