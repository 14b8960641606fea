import type { OpeningHours, SpecialHours, TimeRange } from '../resolved-values.ts'
import { formatClock } from '../shared/format-clock.ts'
import { formatDates } from '../times/format-dates.ts'
import { isAllDay } from '../times/parse-times.ts'
import { listWeekdayNames } from '../times/calendar-names.ts'
import { capitalize } from '../shared/capitalize.ts'
import { chooseLanguage } from '../util/supported-language.ts'
import { weekdays, type HoursPlan } from './plan-hours.ts'

/** A visitor plans a few weeks ahead. */
const maxPrintedDays = 6

/** Formats the hours of a business in the language of a page. */
export function formatOpeningHours(
  { week, special, calendar }: HoursPlan,
  language: string,
  siteLanguage: string,
): OpeningHours {
  const isTranslated = language !== siteLanguage
  return {
    week: formatWeek(week, language),
    special: special.slice(0, maxPrintedDays).map((days) => {
      const reason = formatReason(days, language, isTranslated)
      return {
        days: formatDays(days, language),
        ...formatTimes(days.times, language),
        ...(reason !== undefined && { reason }),
      }
    }),
    ...(calendar && { calendar }),
  }
}

/** The reason that an author has written is in the language of the site. */
const formatReason = (
  { reason, translations, holiday }: SpecialHours,
  language: string,
  isTranslated: boolean,
): string | undefined =>
  (isTranslated ? undefined : reason) ??
  chooseLanguage(translations, language) ??
  (holiday && chooseLanguage<string>(holiday, language))

export function formatWeek(week: TimeRange[][], language: string): OpeningHours['week'] {
  const names = listWeekdayNames(language)
  const groups: { days: number[]; times: TimeRange[] }[] = []
  for (const day of [1, 2, 3, 4, 5, 6, 0]) {
    const times = week[day]!
    const group = groups.at(-1)
    if (group && String(group.times) === String(times)) group.days.push(day)
    else groups.push({ days: [day], times })
  }
  return groups.map(({ days, times }) => ({
    ...(days.length < weekdays.length && { first: names[days[0]!]! }),
    ...(days.length > 1 && days.length < weekdays.length && { last: names[days.at(-1)!]! }),
    ...(days.length === 2 && { isPair: true as const }),
    ...formatTimes(times, language),
  }))
}

function formatDays({ from, last, weekdays: only }: SpecialHours, language: string): string {
  const range = formatDates([from, last], language, {
    ...(!only && { weekday: 'short' }),
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  })
  const names = only ? [formatWeekdays(only, language)] : []
  return capitalize(toPlainSpaces([range, ...names].join(', ')))
}

/** `Mon–Fri, Sun`, from Monday on. */
function formatWeekdays(only: string[], language: string): string {
  const names = listWeekdayNames(language, 'short')
  const days = only.map((name) => (weekdays.indexOf(name) + 6) % 7).sort((a, b) => a - b)
  const runs: number[][] = []
  for (const day of days)
    if (runs.at(-1)?.at(-1) === day - 1) runs.at(-1)!.push(day)
    else runs.push([day])
  // Days count from Monday here, names from Sunday.
  const toName = (day: number) => names[(day + 1) % 7]
  return runs.map((run) => [...new Set([run[0]!, run.at(-1)!])].map(toName).join('–')).join(', ')
}

const formatTimes = (ranges: TimeRange[], language: string) => ({
  times: ranges.map(([opens, closes]) =>
    [opens, closes].map((minutes) => toPlainSpaces(formatClock(minutes, language))).join('–'),
  ),
  ...(isAllDay(ranges) && { isAllDay: true as const }),
})

/** Versions of Node differ in the spaces that they print. */
const toPlainSpaces = (text: string) => text.replace(/[\u2009\u202f\u00a0]/g, ' ')
