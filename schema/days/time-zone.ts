import { memoizeByText } from '../util/memoize.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import type { SourceLocation } from '../problems/location.ts'
import { findNearestName } from '../validate/nearest-name.ts'

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Whether a name is that of a place, whose clocks may change with the seasons, or UTC.
 * Abbreviations such as EST, and offsets, have the same time all year.
 */
export const isTimeZone = (name: string): boolean =>
  name === 'UTC' || (/^(?!Etc\/GMT)\w+\//.test(name) && findCanonicalName(name) !== undefined)

function findCanonicalName(name: string): string | undefined {
  try {
    return getFormat(name).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Finds the time zone of a country whose clocks are the same everywhere. */
export function findOnlyTimeZone(country: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(country)) return undefined
  // Newer versions of Node have a method instead of the property.
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
    getTimeZones?: () => string[]
    timeZones?: string[]
  }
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? []
  const seasons = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)]
  const clocks = zones.map((zone) => String(seasons.map((instant) => getOffset(instant, zone))))
  return new Set(clocks).size === 1 ? zones[0] : undefined
}

/** Zones, each with the abbreviations that people mean by it. */
const abbreviations: Record<string, string> = {
  'America/New_York': 'EST EDT ET EST5EDT Eastern',
  'America/Chicago': 'CST CDT CT CST6CDT Central',
  'America/Denver': 'MST MDT MT MST7MDT Mountain',
  'America/Los_Angeles': 'PST PDT PT PST8PDT Pacific',
  'America/Anchorage': 'AKST AKDT',
  'America/Halifax': 'AST ADT',
  'America/St_Johns': 'NST NDT',
  'Pacific/Honolulu': 'HST HDT',
  'Europe/London': 'GMT BST',
  'Europe/Lisbon': 'WET WEST',
  'Europe/Berlin': 'CET CEST MET MEZ MESZ',
  'Europe/Athens': 'EET EEST',
  'Europe/Moscow': 'MSK',
  'Africa/Johannesburg': 'SAST',
  'Asia/Kolkata': 'IST',
  'Asia/Singapore': 'SGT',
  'Asia/Hong_Kong': 'HKT',
  'Asia/Tokyo': 'JST',
  'Asia/Seoul': 'KST',
  'Australia/Perth': 'AWST',
  'Australia/Adelaide': 'ACST ACDT',
  'Australia/Sydney': 'AEST AEDT',
  'Pacific/Auckland': 'NZST NZDT',
}

/** Creates the problem of a name that is no time zone, with the zone that is likely meant. */
export function reportTimeZone(found: string, location: SourceLocation): Problem {
  const message = `"${found}" is not the time zone of a place.`
  return problemAt(location, 'UNKNOWN_TIME_ZONE', message, {
    expected: 'a name such as America/New_York, or UTC',
    found,
    suggestion: findMeantZone(found),
  })
}

function findMeantZone(found: string): string | undefined {
  const name = found.trim()
  const zones = Intl.supportedValuesOf('timeZone')
  const place = `/${name.replaceAll(' ', '_')}`.toLowerCase()
  const canonical = findCanonicalName(name)
  const getCity = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1)
  // Of Europe/Lyon, the city decides: Europe/Lisbon is not near.
  const city = findNearestName(getCity(name), zones.map(getCity))
  return (
    Object.keys(abbreviations).find((zone) =>
      abbreviations[zone]!.toLowerCase().split(' ').includes(name.toLowerCase()),
    ) ??
    zones.find((zone) => zone.toLowerCase().endsWith(place)) ??
    (canonical && isTimeZone(canonical) ? canonical : zones.find((zone) => getCity(zone) === city))
  )
}

/** Cached, since creating a format takes longer than using it. */
const getFormat = memoizeByText((timeZone) => {
  const style = { hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' } as const
  // The Swedish locale formats dates as ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, ...style })
})

/** Formats an instant in the local time of a time zone: 2027-01-31 17:00. */
export const formatLocalTime = (instant: number, timeZone: string): string =>
  getFormat(timeZone).format(instant).slice(0, 16)

/** Returns the offset of a time zone from UTC at an instant, in milliseconds. */
function getOffset(instant: number, timeZone: string): number {
  const known = Math.min(Math.max(instant, firstKnown), lastKnown)
  const local = getFormat(timeZone).format(known).replace(' ', 'T')
  return Date.parse(`${local}Z`) - Math.floor(known / 1000) * 1000
}

/** Years before and after these are not written with four digits, or had no time zones. */
const [firstKnown, lastKnown] = [Date.parse('1900-01-01'), Date.parse('9998-01-01')]

/**
 * Finds the instants at which the clocks of a time zone show a local time: usually one, two when
 * the clocks are set back, none when they are set forward.
 * @param local the local time as if it were in UTC, in milliseconds since the epoch
 * @property after for a time that the clocks skip: the instant of that time if the clocks had not
 * changed
 */
export function findInstants(local: number, timeZone: string): { found: number[]; after: number } {
  const offsets = [getOffset(local - day, timeZone), getOffset(local + day, timeZone)]
  const candidates = [...new Set(offsets)].map((offset) => local - offset)
  return {
    found: candidates
      .filter((instant) => instant + getOffset(instant, timeZone) === local)
      .sort((a, b) => a - b),
    after: candidates[0]!,
  }
}

/**
 * Parses 2027-01-31, or 2027-01-31 17:00 with a space or a T.
 * @returns undefined if there is no such time
 */
export function parseLocalTime(text: string): { local: number; hasTime: boolean } | undefined {
  const [, date = '', time] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}))?$/.exec(text) ?? []
  const iso = `${date}T${time ?? '00:00'}:00.000Z`
  const local = Date.parse(iso)
  if (Number.isNaN(local) || new Date(local).toISOString() !== iso) return undefined
  return { local, hasTime: time !== undefined }
}

/** Finds the first instant of a day, whose midnight the clocks may skip or show twice. */
export function findStartOfDay(local: number, timeZone: string): number {
  const { found, after } = findInstants(local, timeZone)
  return found[0] ?? after
}
