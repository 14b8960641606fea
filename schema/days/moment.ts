import { formatLocalTime, findStartOfDay, isTimeZone, parseLocalTime } from './time-zone.ts'

/** Which version of a site is read: what is shown at a moment. */
export type MomentOptions = {
  /** A day, a time in the site's time zone, or a time with its zone. The clock's, if left out. */
  now?: string
  /** Whether drafts are included, for a preview. */
  drafts?: boolean
  /** Whether everything that is written is included, for commands that edit or find it. */
  everything?: boolean
}

/** A moment of a site, as plain data. */
export type Moment = {
  /** In milliseconds since the epoch. */
  now: number
  timeZone: string
  /**
   * Whether the time zone comes from the settings. Without a valid one there, nothing can have
   * days.
   */
  zone: 'known' | 'missing' | 'unknown'
  drafts: boolean
  everything: boolean
}

/** When something is shown, in milliseconds since the epoch: `until` is the first one without it. */
export type Days = { from?: number; until?: number }

/** Something with days. @property isShown whether it is shown at the moment that was read. */
export type DatedPart = Days & { what: string; isShown: boolean }

/** @param timeZone as written in the settings */
export function createMoment(
  { now, drafts = false, everything = false }: MomentOptions,
  timeZone: unknown,
): Moment {
  const isKnown = typeof timeZone === 'string' && isTimeZone(timeZone)
  const usedZone = isKnown ? timeZone : new Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    now: (now === undefined ? undefined : parseNow(now, usedZone)) ?? Date.now(),
    timeZone: usedZone,
    zone: isKnown ? 'known' : timeZone === undefined ? 'missing' : 'unknown',
    drafts,
    everything,
  }
}

/**
 * Reads a moment: 2027-01-31 for the first minute of that day, 2027-01-31T17:00, or the same with
 * its zone, such as 2027-01-31T17:00:00Z.
 * @returns undefined if there is no such time
 */
export function parseNow(text: string, timeZone: string): number | undefined {
  const [, local, zone] = /^([\d-]{10}T\d\d:\d\d)(?::[\d.]+)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  if (zone !== undefined)
    return parseLocalTime(local!) && !Number.isNaN(Date.parse(text)) ? Date.parse(text) : undefined
  const found = parseLocalTime(text)
  return found && findStartOfDay(found.local, timeZone)
}

export const isWithin = ({ from, until }: Days, instant: number): boolean =>
  (from === undefined || from <= instant) && (until === undefined || instant < until)

/** Formats a moment for people: `2027-01-31 17:00`, and only the day at its first minute. */
export const formatMoment = (instant: number, timeZone: string): string =>
  formatLocalTime(instant, timeZone).replace(/ 00:00$/, '')

/** Describes a moment for people: `2027-01-31 17:00 in America/Chicago`. */
export const describeMoment = ({ now, timeZone }: Moment): string =>
  `${formatMoment(now, timeZone)} in ${timeZone}`

/** The day of a moment, such as 2027-01-31. */
export const getDay = ({ now, timeZone }: Moment): string =>
  formatLocalTime(now, timeZone).slice(0, 10)
