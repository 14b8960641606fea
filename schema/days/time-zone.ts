const minute = 60_000
const day = 24 * 60 * minute

export const isTimeZone = (name: string): boolean => {
  try {
    return getFormat(name) !== undefined
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, since creating a format takes longer than using it. */
function getFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  // The Swedish locale formats dates as ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  formats.set(timeZone, format)
  return format
}

/** Formats an instant in the local time of a time zone: 2027-01-31 17:00. */
export const formatLocalTime = (instant: number, timeZone: string): string =>
  getFormat(timeZone).format(instant).slice(0, 16)

/** Returns the offset of a time zone from UTC at an instant, in milliseconds. */
const getOffset = (instant: number, timeZone: string): number =>
  Date.parse(`${getFormat(timeZone).format(instant).replace(' ', 'T')}Z`) -
  Math.floor(instant / 1000) * 1000

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
