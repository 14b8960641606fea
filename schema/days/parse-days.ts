import { problemAt } from '../problems/problem.ts'
import type { Problem } from '../problems/types.ts'
import type { SourceLocation } from '../source/types.ts'
import { locateChild } from '../util/locate-child.ts'
import { isRecord, type UnknownRecord } from '../util/records.ts'
import type { Days, Moment } from './moment.ts'
import { findInstants, findStartOfDay, formatLocalTime, parseLocalTime } from './time-zone.ts'

const timePattern = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2})?$/
const oneHour = 3_600_000
const oneDay = 24 * oneHour

/**
 * Parses the property `publish`. Values that do not match the schema are left to validation.
 * @param location the location of `publish`
 * @param problems extended with the problems found
 */
export function parseDays(
  publish: unknown,
  location: SourceLocation,
  moment: Moment,
  problems: Problem[],
): Days {
  if (!isRecord(publish)) return {}
  const always = readService(publish, moment)
  if (publish.from === undefined && publish.until === undefined) return always
  // An unknown time zone is reported in the settings.
  if (moment.zone === 'unknown') return always
  if (moment.zone === 'missing') {
    const message = 'This depends on the day, but the site has no time zone.'
    problems.push(problemAt({ ...location, target: 'key' }, 'MISSING_TIME_ZONE', message))
    return always
  }
  const read = (name: 'from' | 'until') =>
    typeof publish[name] === 'string'
      ? parseTime(publish[name], name, locateChild(location, name), moment, problems)
      : undefined
  const days = { ...always, from: read('from'), until: read('until') }
  if (days.from !== undefined && days.until !== undefined && days.until <= days.from) {
    const message = `This ends before it begins, so it is never shown.`
    const found = `from ${String(publish.from)} until ${String(publish.until)}`
    problems.push(problemAt(locateChild(location, 'until'), 'EMPTY_DAYS', message, { found }))
  }
  return days
}

/** Reads the service on which something depends, whatever the day. */
function readService(
  { with: needed, without: unwanted }: UnknownRecord,
  { services }: Moment,
): Days {
  const isSet = (service: unknown) => services.includes(String(service))
  const isHidden =
    (needed !== undefined && !isSet(needed)) || (unwanted !== undefined && isSet(unwanted))
  const service = needed ?? unwanted
  return {
    ...(service !== undefined && { service: String(service) }),
    ...(isHidden && { never: true }),
  }
}

/** A day counts as a whole: `from` is its first minute, `until` its last. */
function parseTime(
  text: string,
  name: 'from' | 'until',
  location: SourceLocation,
  { timeZone }: Moment,
  problems: Problem[],
): number | undefined {
  const written = parseLocalTime(text)
  const report = (message: string, fix?: string) => {
    const details = { found: text, ...(fix !== undefined && { fix }) }
    problems.push(problemAt(location, 'IMPOSSIBLE_TIME', message, details))
    return undefined
  }
  // Validation reports texts that are not in the form of a time.
  if (!written) return timePattern.test(text) ? report(`${text} does not exist.`) : undefined
  const { local, hasTime } = written
  if (!hasTime) return findStartOfDay(name === 'until' ? local + oneDay : local, timeZone)
  const { found, after } = findInstants(local, timeZone)
  if (found.length === 1) return found[0]
  const format = (instant: number) => formatLocalTime(instant, timeZone)
  return found.length === 0
    ? report(`In ${timeZone}, clocks are set forward and skip ${text}.`, `Write ${format(after)}.`)
    : report(
        `In ${timeZone}, clocks are set back and show ${text} twice.`,
        `Write a time before or after, such as ${format(found[0]! - oneHour)} or ${format(found[1]! + oneHour)}.`,
      )
}
