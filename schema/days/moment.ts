import type { Problem } from '../problems/problem.ts'
import { asRecord, type UnknownRecord } from '../util/records.ts'
import { formatLocalTime, findStartOfDay, isTimeZone, parseLocalTime } from './time-zone.ts'

/** Options that choose the moment for which a site is read. */
export type MomentOptions = {
  /**
   * A day, a time in the site's time zone, or a time with its own zone. The current time by
   * default.
   */
  now?: string
  /** Whether drafts are included, for a preview. */
  drafts?: boolean
  /**
   * Whether everything is included, drafts too, on whatever days it is shown: for commands that
   * search or edit.
   */
  everything?: boolean
}

/** The moment for which a site is read, as plain data. */
export type Moment = {
  /** In milliseconds since the epoch. */
  now: number
  timeZone: string
  /** Whether the settings have a time zone, and a valid one. Otherwise nothing can have days. */
  zone: 'known' | 'missing' | 'unknown'
  drafts: boolean
  everything: boolean
  /** The services in the settings that can be used, such as `booking`. */
  services: string[]
  /** The facts of the ledger that `publish` can name. */
  facts: Record<string, SettledFact>
  /** Names of the tariff that `publish` hides, by the kind of what has them. */
  hiddenNames?: HiddenNames
}

/** Such as `{ service: ['closing'] }`. */
export type HiddenNames = Record<'service' | 'time' | 'place', string[]>

/**
 * @property settled the reading on which the owner has decided
 * @property like another one that decides what is shown with it
 */
type SettledFact = { readings: string[]; settled?: string; like?: string }

/** Settings of services that a site can do without, which `publish` can name. */
const optionalServices = ['booking', 'form', 'subscribe']

/**
 * When something is shown, in milliseconds since the epoch: at `from`, but no longer at `until`.
 * @property service the service in the settings that it depends on, such as `booking`
 * @property decisions the names of the facts on which it depends whether they are settled
 * @property choices those of them of which a reading is named
 * @property never whether the settings, or what is settled, hide it on all days
 */
export type Days = {
  from?: number
  until?: number
  service?: string
  decisions?: string[]
  choices?: string[]
  never?: true
}

/**
 * Something that is shown on certain days.
 * @property what its name for people
 * @property isShown whether it is shown at the moment for which the site is read
 * @property fact the fact, or the reading of one, of which it is one of several values
 * @property isHarmless whether it can cause no error, so that a check need not look at its days
 */
export type DatedPart = Days & { what: string; isShown: boolean; fact?: string; isHarmless?: true }

/**
 * @param settings as written
 * @param ledgers the facts of each file, as written
 */
export function createMoment(
  { now, drafts = false, everything = false }: MomentOptions,
  settings: UnknownRecord,
  ledgers: unknown[] = [],
): Moment {
  const { timeZone } = settings
  const isKnown = typeof timeZone === 'string' && isTimeZone(timeZone)
  const usedZone = isKnown ? timeZone : new Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    now: (now === undefined ? undefined : parseMoment(now, usedZone)) ?? Date.now(),
    timeZone: usedZone,
    zone: isKnown ? 'known' : timeZone === undefined ? 'missing' : 'unknown',
    drafts,
    everything,
    // A service that is a placeholder is not loaded.
    services: optionalServices.filter(
      (name) => settings[name] !== undefined && asRecord(settings[name]).placeholder !== true,
    ),
    facts: Object.fromEntries(ledgers.flatMap((ledger) => listSettledFacts(asRecord(ledger)))),
  }
}

const listSettledFacts = (ledger: UnknownRecord): [string, SettledFact][] =>
  Object.entries(ledger).map(([name, entry]) => {
    const { settled, readings } = asRecord(entry)
    const { like } = asRecord(asRecord(readings)[String(settled)])
    return [
      name,
      {
        readings: Object.keys(asRecord(readings)),
        ...(typeof settled === 'string' && { settled }),
        ...(typeof like === 'string' && { like }),
      },
    ]
  })

/**
 * Parses a moment: a day, such as 2027-01-31, means its first minute. A time, such as
 * 2027-01-31T17:00, may have a zone: 2027-01-31T17:00:00Z.
 * @returns milliseconds since the epoch; undefined if there is no such time
 */
export function parseMoment(text: string, timeZone: string): number | undefined {
  const [, local, zone] = /^([\d-]{10}T\d\d:\d\d)(?::[\d.]+)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  if (zone !== undefined)
    return parseLocalTime(local!) && !Number.isNaN(Date.parse(text)) ? Date.parse(text) : undefined
  const found = parseLocalTime(text)
  return found && findStartOfDay(found.local, timeZone)
}

/** Whether something with these days is shown at an instant, in milliseconds since the epoch. */
export const isInPeriod = ({ from, until, never }: Days, instant: number): boolean =>
  !never && (from === undefined || from <= instant) && (until === undefined || instant < until)

/**
 * Formats a moment for people: `2027-01-31 17:00`, or only the day if it is the first minute of
 * one.
 */
export const formatMoment = (instant: number, timeZone: string): string =>
  formatLocalTime(instant, timeZone).replace(/ 00:00$/, '')

/** Describes a moment for people: `2027-01-31 17:00 in America/Chicago`. */
export const describeMoment = ({ now, timeZone }: Moment): string =>
  `${formatMoment(now, timeZone)} in ${timeZone}`

/** Formats the day of a moment, such as 2027-01-31. */
export const formatDay = ({ now, timeZone }: Moment): string =>
  formatLocalTime(now, timeZone).slice(0, 10)

/** Adds a note to a problem that exists only at this moment, because of what is shown then. */
export const addMomentNote = (problem: Problem, { now, timeZone }: Moment): Problem => ({
  ...problem,
  message: `${problem.message} (On ${formatMoment(now, timeZone)}, counting only what is shown then.)`,
})
