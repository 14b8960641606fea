import { problemAt } from '../problems/problem.ts'
import type { Problem } from '../problems/types.ts'
import { asTexts } from '../util/as-text.ts'
import { asRecord } from '../util/records.ts'
import type { SiteRule, SiteRuleContext } from './types.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const minutesPerDay = 24 * 60
const minutesPerWeek = 7 * minutesPerDay

/** The hours of one weekday, in minutes from the beginning of the week. */
type Opening = { day: string; index: number; opens: number; closes: number }

/** Lists the hours of each weekday as written. Validation reports other values. */
const listOpenings = (hours: unknown): Opening[] =>
  (Array.isArray(hours) ? hours : []).flatMap((entry, index) => {
    const { days, opens, closes } = asRecord(entry)
    const [from, to] = [opens, closes].map(parseClock)
    if (from === undefined || to === undefined) return []
    // A business that closes at 02:00, or at 00:00, closes on the next day.
    const duration = to > from ? to - from : to - from + minutesPerDay
    return asTexts(days)
      .filter((day) => weekdays.includes(day))
      .map((day) => {
        const start = weekdays.indexOf(day) * minutesPerDay + from
        return { day, index, opens: start, closes: start + duration }
      })
  })

function parseClock(text: unknown): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(String(text)) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

const overlap = (one: Opening, other: Opening): boolean =>
  [-minutesPerWeek, 0, minutesPerWeek].some(
    (shift) => one.opens < other.closes + shift && other.opens + shift < one.closes,
  )

function checkOpeningHours({ merged: { settings, main: source } }: SiteRuleContext): Problem[] {
  const openings = listOpenings(asRecord(settings.business).hours)
  const reported = new Set<number>()
  return openings.flatMap((opening, at) => {
    const { index, day } = opening
    const other = openings.slice(0, at).find((each) => overlap(each, opening))
    if (!other || reported.has(index)) return []
    reported.add(index)
    const location = { source, path: ['site', 'business', 'hours', index, 'days'] }
    const message =
      other.index === index
        ? `${day} is in this list twice.`
        : `The hours of ${day} overlap those of ${other.day} in entry ${other.index + 1}.`
    return [problemAt(location, 'OVERLAPPING_HOURS', message, { found: day })]
  })
}

export const openingHoursRule: SiteRule = {
  name: 'The opening hours do not overlap',
  check: checkOpeningHours,
}
