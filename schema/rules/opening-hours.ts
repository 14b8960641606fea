import { addDays } from '../days/day.ts'
import { isCalendarDate } from '../times/written-day.ts'
import { formatDay, type Moment } from '../days/moment.ts'
import { findOnlyTimeZone, isTimeZone, reportTimeZone } from '../days/time-zone.ts'
import { findHoliday, listHolidayNames, listPublicHolidays } from '../hours/holidays.ts'
import { findBusiness, listBusinesses } from '../hours/list-businesses.ts'
import { minutesPerDay, readEntryTimes, toClock } from '../times/parse-times.ts'
import { parseWrittenDay } from '../times/written-day.ts'
import {
  allHolidays,
  isAllHolidays,
  maxSpecialDays,
  planHours,
  readWeek,
  weekdays,
} from '../hours/plan-hours.ts'
import {
  findRoundTheClock,
  formatRanges,
  isAlwaysOpen,
  isHoursLabel,
  parseHoursLabel,
  parseWrittenDays,
  parseWrittenTimes,
  parseWrittenWeek,
} from '../times/written-hours.ts'
import { agreesWith, readStatedHours } from '../times/stated-hours.ts'
import { chooseReading, soleReadingName } from '../facts/facts.ts'
import { isInConflict } from './ledger/conflicts.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import { type SourceLocation, locateChild, locateKey } from '../problems/location.ts'
import type { TimeRange } from '../resolved-values.ts'
import type { Findings } from '../resolve/text/findings.ts'
import type { ContactDetailsBlock } from '../types.gen.ts'
import { asText, asTexts } from '../util/as-text.ts'
import { chooseLanguage } from '../util/supported-language.ts'
import { formatFirstItems } from '../util/format-first-items.ts'
import { asList, asRecord, asRecords, type UnknownRecord } from '../util/records.ts'
import { listWrittenBlocks } from '../merge/written-blocks.ts'
import { suggestName } from '../validate/nearest-name.ts'
import type { PageRule, SiteRule, SiteRuleContext } from './types.ts'

const minutesPerWeek = 7 * minutesPerDay
/** Holidays are reported this many days ahead. */
const warningDays = 60

/** One range of one weekday, in minutes from the beginning of the week. */
type Opening = { day: string; index: number; opens: number; closes: number }

/** Lists the hours of each weekday as written. Validation reports other values. */
const listOpenings = (hours: unknown): Opening[] =>
  asList(hours).flatMap((entry, index) =>
    asTexts(asRecord(entry).days)
      .filter((day) => weekdays.includes(day))
      .flatMap((day) =>
        (readEntryTimes(asRecord(entry)) ?? []).map(([opens, closes]) => {
          const start = weekdays.indexOf(day) * minutesPerDay
          return { day, index, opens: start + opens, closes: start + closes }
        }),
      ),
  )

const overlap = (one: Opening, other: Opening): boolean =>
  [-minutesPerWeek, 0, minutesPerWeek].some(
    (shift) => one.opens < other.closes + shift && other.opens + shift < one.closes,
  )

const locateHours = ({ site }: Pick<SiteRuleContext, 'site'>): SourceLocation => ({
  source: site.main,
  path: ['site', 'business', 'hours'],
})

/** The opening hours do not overlap. */
const checkWeeks = ({ site, context: { moment } }: SiteRuleContext): Problem[] =>
  listBusinesses(site.settings).flatMap(({ own: { hours }, path }) => {
    const list = { source: site.main, path: [...path, 'hours'] }
    // Entries that are never shown together may overlap.
    return moment.everything ? checkEntries(hours, list) : checkWeek(hours, list)
  })

function checkWeek(hours: unknown, list: SourceLocation): Problem[] {
  const openings = listOpenings(hours)
  const reported = new Set<number>()
  const overlaps = openings.flatMap((opening, at) => {
    const { index, day } = opening
    const other = openings.slice(0, at).find((each) => overlap(each, opening))
    if (!other || reported.has(index)) return []
    reported.add(index)
    const isSame = other.index === index
    const location = locateChild(list, index, 'days')
    const message = !isSame
      ? `The hours of ${day} overlap those of ${other.day} in entry ${other.index + 1}.`
      : asTexts(asRecord((hours as unknown[])[index]).days).filter((each) => each === day).length >
          1
        ? `${day} is in this list twice.`
        : `The times of ${day} overlap those of ${other.day} in the same entry.`
    return [problemAt(location, 'OVERLAPPING_HOURS', message, { found: day })]
  })
  return [...overlaps, ...checkEntries(hours, list)]
}

/** A night ends by then, in minutes. Times that end later are mostly in the wrong order. */
const latestEnd = minutesPerDay + 8 * 60
/** A longer night, such as 17:00-08:00, is mostly a day in the wrong order. */
const longestNight = 14 * 60

function checkNight(entry: UnknownRecord, location: SourceLocation): Problem[] {
  const night = readEntryTimes(entry)?.find(
    ([opens, closes]) =>
      closes > latestEnd || (closes > minutesPerDay && closes - opens > longestNight),
  )
  if (!night) return []
  const at = locateChild(location, entry.times === undefined ? 'closes' : 'times')
  const [opens, closes] = night.map(toClock)
  const message = `These hours last from ${opens} until ${closes} of the next day.`
  const fix = `Correct the times. If the night is meant, write it in two parts: ${opens}-24:00, and 00:00-${closes} on the next day.`
  return [problemAt(at, 'IMPLAUSIBLE_HOURS', message, { fix })]
}

/** Checks that each entry has its times, once. */
const checkEntries = (hours: unknown, location: SourceLocation): Problem[] =>
  asList(hours).flatMap((entry, index) => {
    const { times, opens, closes } = asRecord(entry)
    const count = [opens, closes].filter((clock) => clock !== undefined).length
    const at = locateChild(location, index)
    if (times === undefined ? count === 2 : count === 0) return checkNight(asRecord(entry), at)
    return times === undefined
      ? [
          problemAt(at, 'MISSING_PROPERTY', 'This entry has no times.', {
            expected: 'times, such as times: 08:00-17:00',
          }),
        ]
      : [
          problemAt(at, 'OVERLAPPING_HOURS', 'This entry has times, and opens or closes.', {
            expected: 'only times',
            fix: 'Delete opens and closes.',
          }),
        ]
  })

/** Special days exist, and have one entry each. */
const checkSpecialDays = ({
  site: { settings, main: source },
  context: { moment },
}: SiteRuleContext): Problem[] =>
  listBusinesses(settings).flatMap(({ business, own: { specialDays, country }, path }) =>
    Array.isArray(specialDays)
      ? [
          ...checkSpecialDaysOf(
            business,
            specialDays,
            { moment, language: asText(settings.language) },
            { source, path: [...path, 'specialDays'] },
          ),
          ...specialDays.flatMap((entry, index) =>
            checkReason(asRecord(entry), asText(business.country), settings, {
              source,
              path: [...path, 'specialDays', index],
            }),
          ),
        ]
      : // A place in another country has the entries of the business, and other holidays.
        country !== undefined &&
          asRecords(business.specialDays).some(({ on }) => isAllHolidays(asText(on)))
        ? checkAllHolidays(asText(country), { source, path: [...path, 'country'] })
        : [],
  )

/** Reports the languages in which nobody has said why the hours of a day differ. */
function checkReason(
  { on, times, reason, translations }: UnknownRecord,
  country: string,
  { language, languages }: UnknownRecord,
  location: SourceLocation,
): Problem[] {
  const [holiday] = isAllHolidays(asText(on))
    ? listPublicHolidays(country)
    : [findHoliday(asText(on), country)]
  if (times === 'usual' || (reason === undefined && !holiday)) return []
  const texts = { ...(holiday && { en: holiday.en, es: holiday.es }), ...asRecord(translations) }
  const missing = [
    ...(reason === undefined ? [asText(language)] : []),
    ...Object.keys(asRecord(languages)),
  ].filter((tag) => chooseLanguage(texts, tag) === undefined)
  if (missing.length === 0) return []
  const message = `Pages in ${formatFirstItems(missing, 3)} do not say why the hours of this day differ.`
  const expected = `translations: { ${missing[0]}: … }`
  const fix = 'Add the reason in that language. Until then, those pages show none.'
  return [problemAt(location, 'MISSING_TRANSLATION', message, { expected, fix })]
}

function checkSpecialDaysOf(
  business: UnknownRecord,
  specialDays: unknown[],
  { moment, language }: { moment: Moment; language: string },
  location: SourceLocation,
): Problem[] {
  if (moment.zone === 'missing') {
    const message = 'Special days have hours of their own, but the site has no time zone.'
    const zone = findOnlyTimeZone(asText(business.country))
    const fix = zone && { fix: `Add timeZone: ${zone} under site in pages.yaml.` }
    return [problemAt(locateKey(location), 'MISSING_TIME_ZONE', message, { ...fix })]
  }
  const mistakes = specialDays.flatMap((entry, index) => {
    const at = locateChild(location, index)
    const own = asRecord(entry)
    return [
      ...checkSpecialDay(own, at, { country: asText(business.country), language }),
      ...checkNight(own, at),
      ...checkSeason(own, at, business.hours),
    ]
  })
  const reported = new Set<number>()
  const { overlaps: found = [] } = planHours(business, moment) ?? {}
  const overlaps = found.flatMap(({ day, entries, isOfSeasons }) => {
    const [other, index] = entries.toSorted((one, two) => one - two) as [number, number]
    if (reported.has(index)) return []
    reported.add(index)
    const at = locateChild(location, index, 'on')
    const details = { found: asText(asRecord(specialDays[index]).on) }
    if (isOfSeasons) {
      const message = `From ${day} on, the season in entry ${other + 1} has hours, too, and the shorter season counts.`
      const fix = 'Correct the days, or end one where the other begins.'
      return [problemAt(at, 'IMPLAUSIBLE_HOURS', message, { ...details, fix })]
    }
    const message = `${day} is a special day in entry ${other + 1}, too.`
    const fix = 'Delete one of them.'
    return [problemAt(at, 'OVERLAPPING_HOURS', message, { ...details, fix })]
  })
  return [...mistakes, ...overlaps]
}

/** Seasonal hours, such as in summer, apply on every day of the week unless the entry lists days. */
function checkSeason(
  { on, until, days, times }: Record<string, unknown>,
  location: SourceLocation,
  hours: unknown,
): Problem[] {
  const isSeason = isDate(on) && isDate(until) && days === undefined
  if (!isSeason || times === 'closed' || times === 'usual') return []
  const week = readWeek(hours)
  const isOpen = (day: string) => week[weekdays.indexOf(day)]!.length > 0
  const closed = weekdays.filter((day) => !isOpen(day))
  if (closed.length === 0 || closed.length === weekdays.length) return []
  const message = `These hours also apply on ${formatFirstItems(closed, 3)}, when you are usually closed.`
  const open = weekdays.filter(isOpen).join(', ')
  const fix = `Add days: [${open}]. If you do open every day then, list all seven days.`
  return [problemAt(locateChild(location, 'times'), 'IMPLAUSIBLE_HOURS', message, { fix })]
}

/** Checks that the days of an entry exist. */
function checkSpecialDay(
  { on, until }: Record<string, unknown>,
  location: SourceLocation,
  { country, language }: { country: string; language: string },
): Problem[] {
  const dates = Object.entries({ on, until }).flatMap(([property, day]) => {
    // February 29 exists in a leap year.
    if (!isDate(day) || isCalendarDate(day.length === 5 ? `2028-${day}` : day)) return []
    const at = locateChild(location, property)
    return [problemAt(at, 'IMPOSSIBLE_DATE', `The date ${day} does not exist.`, { found: day })]
  })
  if (dates.length > 0) return dates
  if (isDate(on) && isDate(until) && on.length === until.length && on.length === 10) {
    const found = `${on} until ${until}`
    const at = locateChild(location, 'until')
    if (until < on)
      return [problemAt(at, 'EMPTY_DAYS', 'These days end before they begin.', { found })]
    if (until > addDays(on, maxSpecialDays)) {
      const message = 'These special days last longer than a year.'
      const fix = 'Correct the year, or change the hours of the week.'
      return [problemAt(at, 'OUT_OF_RANGE', message, { found, fix })]
    }
  }
  // Validation reports values that are not texts.
  if (typeof on !== 'string' || isDate(on) || findHoliday(on, country)) return []
  const at = locateChild(location, 'on')
  if (isAllHolidays(on)) return checkAllHolidays(country, at)
  const day = parseWrittenDay(on, language)
  return [
    problemAt(at, 'UNKNOWN_HOLIDAY', `"${on}" is neither a date nor a known holiday.`, {
      expected: `a date such as 2026-12-24, a holiday such as Christmas Day, or ${allHolidays}`,
      found: on,
      ...(day === undefined
        ? suggestName(on, [allHolidays, ...listHolidayNames(country)])
        : { suggestion: day, replacement: { from: on, to: day } }),
    }),
  ]
}

function checkAllHolidays(country: string, at: SourceLocation): Problem[] {
  if (listPublicHolidays(country).length > 0) return []
  const message = `The public holidays of "${country}" are not known.`
  const fix = 'List them under specialDays by date.'
  return [problemAt(at, 'UNKNOWN_HOLIDAY', message, { found: allHolidays, fix })]
}

/** Nobody has said what time it is in another town, so a page there cannot say whether it is open. */
function checkTimeZones({ site, context: { moment } }: SiteRuleContext): Problem[] {
  return listBusinesses(site.settings).flatMap(({ business, own, path }) => {
    const location = { source: site.main, path }
    const { timeZone } = business
    if (typeof timeZone === 'string' && !isTimeZone(timeZone))
      return [reportTimeZone(timeZone, locateChild(location, 'timeZone'))]
    if (timeZone !== null || moment.zone !== 'known' || business.hours === undefined) return []
    const message = `${asText(own.locality)} has no time zone, so its pages do not say whether it is open now.`
    const zone = findOnlyTimeZone(asText(business.country))
    const fix = zone
      ? `Add timeZone: ${zone} to it.`
      : `Add timeZone: ${moment.timeZone} if that is its time zone, too.`
    return [problemAt(locateKey(location), 'PLACE_WITHOUT_TIME_ZONE', message, { fix })]
  })
}

const datePattern = /^(\d{4}-)?\d\d-\d\d$/

const isDate = (value: unknown): value is string =>
  typeof value === 'string' && datePattern.test(value)

/** Reports public holidays without an entry. Only `npm run check` passes `today`. */
function checkHolidays(context: SiteRuleContext): Problem[] {
  const { moment } = context.context
  if (context.today === undefined) return []
  // Whoever has not said the hours of the week yet is not asked about holidays.
  const { hours } = asRecord(context.site.settings.business)
  if (asList(hours).every((entry) => asRecord(entry).placeholder === true)) return []
  const limit = addDays(formatDay(moment), warningDays)
  const { unstated = [] } = planHours(context.site.settings.business, moment) ?? {}
  const soon = unstated.filter(({ day }) => day <= limit)
  const [first] = soon
  if (!first) return []
  const list = soon.map(({ name, day }) => `${name} (${day})`)
  const message = `Is the business open on ${formatFirstItems(list, 5)}? The settings do not say so.`
  const fix = `Add an entry under specialDays, such as { on: ${first.name}, times: closed }. One entry answers for all of them: { on: ${allHolidays}, times: usual } or times: closed.`
  return [problemAt(locateKey(locateHours(context)), 'UNSTATED_HOLIDAY', message, { fix })]
}

/** Reads the week of the business, or of the location that a page is about. */
export const readWrittenWeek = (
  settings: UnknownRecord,
  place?: unknown,
): TimeRange[][] | undefined => {
  const { hours } = findBusiness(settings, place)
  return Array.isArray(hours) ? readWeek(hours) : undefined
}

/** Reports hours that differ from those of the settings on the same days. */
function compareHours(
  days: number[] | undefined,
  times: TimeRange[] | undefined,
  week: TimeRange[][],
  location: SourceLocation,
  found: string,
): Problem[] {
  if (!days || !times) return []
  const day = days.find((each) => String(week[each]) !== String(times))
  if (day === undefined) return []
  return [reportHours(day, week, location, { found })]
}

/** How the label of a fact says that its hours are those of holidays, too. */
const andHolidays = /,? (?:and|y) (?:(?:public )?holidays|(?:días )?festivos)/i

/** Reports hours that differ from those of all public holidays in the settings. */
function compareHolidays(
  { business }: UnknownRecord,
  times: TimeRange[] | undefined,
  location: SourceLocation,
  found: string,
): Problem[] {
  const entry = asRecords(asRecord(business).specialDays).find(({ on }) =>
    isAllHolidays(asText(on)),
  )
  const stated = entry && readEntryTimes(entry)
  if (!times || !stated || String(stated) === String(times)) return []
  const expected = formatRanges(stated)
  const message = `These hours differ from those in business.specialDays: public holidays are ${expected} there.`
  return [problemAt(location, 'CONTRADICTED_HOURS', message, { expected, found })]
}

function reportHours(
  day: number,
  week: TimeRange[][],
  location: SourceLocation,
  details: { found: string; needle?: string },
): Problem {
  const expected = formatRanges(week[day]!)
  const message = `These hours differ from those in business.hours: ${weekdays[day]} is ${expected} there.`
  return problemAt(location, 'CONTRADICTED_HOURS', message, { expected, ...details })
}

/** Compares what sentences say of the business with the settings. */
function checkSentences(
  { hoursSentences }: Findings,
  settings: UnknownRecord,
  { location: place, language }: { location?: unknown; language?: unknown } = {},
): Problem[] {
  const week = readWrittenWeek(settings, place)
  const [, ...places] = listBusinesses(settings)
  const isAmbiguous =
    place === undefined && places.some(({ own: { hours } }) => hours !== undefined)
  if (!week) return []
  return hoursSentences.flatMap(({ sentence, location }) => {
    const found = isAlwaysOpen(week) ? undefined : findRoundTheClock(sentence)
    if (found !== undefined) {
      // Lines of hours are compared by their days, or name a service.
      if (location.path.at(-3) === 'hours') return []
      const message = `This text says "${found}", but business.hours has times at which the business is closed.`
      return [problemAt(location, 'CONTRADICTED_HOURS', message, { found, needle: found })]
    }
    if (isAmbiguous) return []
    const stated = readStatedHours(sentence, asText(language ?? settings.language))
    const wrong = stated.flatMap((each) => {
      const agrees = (day: number) => agreesWith(each, week[day]!)
      if (each.days) return each.days.filter((day) => !agrees(day)).slice(0, 1)
      const isTrueOnce = week.some((_, day) => agrees(day))
      return isTrueOnce ? [] : [week.findIndex((hours, day) => day > 0 && hours.length > 0)]
    })
    const [day] = wrong
    if (day === undefined || day < 0) return []
    return [reportHours(day, week, location, { found: sentence, needle: sentence })]
  })
}

/** Compares facts such as `Hours on weekdays` with the settings, once it is decided what they say. */
function checkFacts({ site: { facts, settings } }: SiteRuleContext): Problem[] {
  const week = readWrittenWeek(settings)
  const [, ...locations] = listBusinesses(settings)
  // A fact does not say whose hours it states.
  if (!week || locations.some(({ own: { hours } }) => hours !== undefined)) return []
  const language = asText(settings.language)
  return [...facts.values()].flatMap((fact) => {
    const { label, unit, readings, location } = fact
    if (unit !== 'text' || isInConflict(fact, language)) return []
    const days = parseHoursLabel(label.replace(andHolidays, ''), language)
    const name = chooseReading(fact) ?? ''
    const text = asText(readings.get(name)?.value)
    const steps = name === soleReadingName ? ['value'] : ['readings', name, 'value']
    const at = locateChild(location, ...steps)
    if (days) {
      const times = parseWrittenTimes(text)
      const ofHolidays = andHolidays.test(label) ? compareHolidays(settings, times, at, text) : []
      return [...compareHours(days, times, week, at, text), ...ofHolidays]
    }
    if (!isHoursLabel(label)) return []
    const always = parseWrittenTimes(text)
    const written = always
      ? [{ days: [1, 2, 3, 4, 5, 6, 0], times: always }]
      : parseWrittenWeek(text, language)
    return written
      .flatMap((each) => compareHours(each.days, each.times, week, at, text))
      .slice(0, 1)
  })
}

/** Compares the hours that a block contact-details prints with the settings. */
const checkContactDetails: PageRule = ({ data: { blocks }, location }, { settings, raw }) => {
  const week = readWrittenWeek(settings, raw.location)
  if (!week) return []
  return blocks.flatMap((block, index) => {
    const { hours } = block as ContactDetailsBlock
    if (block.type !== 'contact-details' || !Array.isArray(hours)) return []
    return hours.flatMap(({ label, value }, line) =>
      compareHours(
        parseWrittenDays(asText(label), asText(raw.language ?? settings.language)),
        parseWrittenTimes(asText(value)),
        week,
        locateChild(location, 'blocks', index, 'hours', line, 'value'),
        asText(value),
      ),
    )
  })
}

export const openingHoursPageRules: PageRule[] = [
  checkContactDetails,
  // What a text says of the opening hours agrees with the settings.
  ({ findings }, { settings, raw }) => checkSentences(findings, settings, raw),
  // A block prints opening hours only if the settings have them.
  ({ location: page }, { raw, settings }) =>
    findBusiness(settings, raw.location).hours !== undefined
      ? []
      : listWrittenBlocks(raw, page, 'opening-hours').map(({ location }) => {
          const message = 'This block prints opening hours, but site.business has none.'
          return problemAt(location, 'MISSING_HOURS', message)
        }),
]

export const openingHoursRules: SiteRule[] = [
  checkWeeks,
  checkTimeZones,
  checkSpecialDays,
  checkHolidays,
  checkFacts,
  // What the header and the footer say of the opening hours agrees with the settings.
  ({ shellFindings, site }) => checkSentences(shellFindings, site.settings),
]
