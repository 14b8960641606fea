import { problemAt, type Problem } from '../problems/problem.ts'
import { type SourceLocation, locateChild, locateKey } from '../problems/location.ts'
import { computedReadingName, ownReadingName, splitCitedName } from '../facts/facts.ts'
import { suggestName } from '../validate/nearest-name.ts'
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
  const always = readConditions(publish, location, moment, problems)
  if (publish.from === undefined && publish.until === undefined) return always
  // An unknown time zone is reported in the settings.
  if (moment.zone === 'unknown') return always
  if (moment.zone === 'missing') {
    const message = 'This depends on the day, but the site has no time zone.'
    problems.push(problemAt(locateKey(location), 'MISSING_TIME_ZONE', message))
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

/** Reads the service and the decisions on which something depends, whatever the day. */
function readConditions(
  publish: UnknownRecord,
  location: SourceLocation,
  moment: Moment,
  problems: Problem[],
): Days {
  const { with: needed, without: unwanted } = publish
  const isSet = (service: unknown) => moment.services.includes(String(service))
  const decisions = [publish.settled, publish.unsettled]
    .flat()
    .flatMap((cited) => (typeof cited === 'string' ? [splitCitedName(cited)] : []))
  const listNames = (cited: typeof decisions) => [...new Set(cited.map(({ name }) => name))]
  const choices = decisions.filter(({ reading }) => reading !== undefined)
  const isSettled = (name: 'settled' | 'unsettled') =>
    [publish[name]].flat().some((cited, index) => {
      const at = locateChild(location, name, ...(Array.isArray(publish[name]) ? [index] : []))
      return typeof cited === 'string' && readDecision(cited, at, moment, problems)
    })
  const isUndecided =
    (publish.settled !== undefined && !isSettled('settled')) ||
    (publish.unsettled !== undefined && isSettled('unsettled'))
  const isHidden =
    isUndecided ||
    (needed !== undefined && !isSet(needed)) ||
    (unwanted !== undefined && isSet(unwanted))
  const service = needed ?? unwanted
  return {
    // What a decision hides does not appear with the service.
    ...(service !== undefined && !isUndecided && { service: String(service) }),
    ...(decisions.length > 0 && { decisions: listNames(decisions) }),
    ...(choices.length > 0 && { choices: listNames(choices) }),
    ...(isHidden && { never: true }),
  }
}

/** Whether the owner has settled a fact, on the named reading if there is one. */
function readDecision(
  cited: string,
  location: SourceLocation,
  { facts }: Moment,
  problems: Problem[],
): boolean {
  const { name, reading } = splitCitedName(cited)
  const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
  const report = (code: 'UNKNOWN_FACT' | 'UNKNOWN_READING', message: string, names: string[]) => {
    const found = code === 'UNKNOWN_FACT' ? name : reading!
    const details = { found, needle: cited, ...suggestName(found, names) }
    problems.push(problemAt(location, code, message, details))
    return false
  }
  if (!fact) return report('UNKNOWN_FACT', `There is no fact "${name}".`, Object.keys(facts))
  const readings = [...fact.readings, computedReadingName, ownReadingName]
  if (reading !== undefined && !readings.includes(reading))
    return report(
      'UNKNOWN_READING',
      `The fact "${name}" has no reading "${reading}".`,
      fact.readings,
    )
  return (
    fact.settled !== undefined &&
    (reading === undefined || [fact.settled, fact.like].includes(reading))
  )
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
    problems.push(problemAt(location, 'IMPOSSIBLE_TIME', message, { found: text, fix }))
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
