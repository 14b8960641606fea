/**
 * The public holidays of a few countries, as rules. Only those that the whole country has, on the day
 * itself: an observed day, and a holiday of one state, are written by date.
 */
import { addDays, toDay } from '../days/day.ts'

export type HolidayNames = { en: string; es: string }

/** @property alias other names that authors write */
export type Holiday = HolidayNames & { alias?: string[]; findDate: (year: number) => string }

const fixed = (month: number, day: number) => (year: number) =>
  toDay(Date.UTC(year, month - 1, day))

/** @param weekday 0 is Sunday @param nth 1 is the first one of the month */
const weekdayOf = (nth: number, weekday: number, month: number) => (year: number) => {
  const first = toDay(Date.UTC(year, month - 1, 1))
  return addDays(first, countDaysTo(weekday, first) + 7 * (nth - 1))
}

const lastWeekdayOf = (weekday: number, month: number) => (year: number) => {
  const lastWeek = toDay(Date.UTC(year, month, -6))
  return addDays(lastWeek, countDaysTo(weekday, lastWeek))
}

const countDaysTo = (weekday: number, day: string) => (weekday - new Date(day).getUTCDay() + 7) % 7

const [monday, thursday] = [1, 4]

/** Easter Sunday in the Gregorian calendar, by the method of Meeus, Jones and Butcher. */
function findEaster(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const rest = year % 100
  const corrected = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + century - Math.floor(century / 4) - corrected + 15) % 30
  const leap = century % 4
  const weekday = (32 + 2 * leap + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * late + 114
  return toDay(Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1))
}

const newYear: Holiday = { en: "New Year's Day", es: 'Año Nuevo', findDate: fixed(1, 1) }
const christmas: Holiday = {
  en: 'Christmas Day',
  es: 'Navidad',
  alias: ['Christmas'],
  findDate: fixed(12, 25),
}
const findThanksgiving = weekdayOf(4, thursday, 11)

/** The public holidays of a country, by its two letters. */
const publicHolidays: Record<string, Holiday[]> = {
  US: [
    newYear,
    {
      en: 'Martin Luther King Jr. Day',
      es: 'Día de Martin Luther King Jr.',
      alias: ['Martin Luther King Day', 'MLK Day'],
      findDate: weekdayOf(3, monday, 1),
    },
    {
      en: "Presidents' Day",
      es: 'Día de los Presidentes',
      alias: ["Washington's Birthday", 'Presidents Day'],
      findDate: weekdayOf(3, monday, 2),
    },
    { en: 'Memorial Day', es: 'Día de los Caídos', findDate: lastWeekdayOf(monday, 5) },
    { en: 'Juneteenth', es: 'Juneteenth', findDate: fixed(6, 19) },
    {
      en: 'Independence Day',
      es: 'Día de la Independencia',
      alias: ['Fourth of July', '4th of July'],
      findDate: fixed(7, 4),
    },
    { en: 'Labor Day', es: 'Día del Trabajo', findDate: weekdayOf(1, monday, 9) },
    {
      en: 'Columbus Day',
      es: 'Día de la Raza',
      alias: ["Indigenous Peoples' Day"],
      findDate: weekdayOf(2, monday, 10),
    },
    { en: 'Veterans Day', es: 'Día de los Veteranos', findDate: fixed(11, 11) },
    {
      en: 'Thanksgiving Day',
      es: 'Día de Acción de Gracias',
      alias: ['Thanksgiving'],
      findDate: findThanksgiving,
    },
    christmas,
  ],
  MX: [
    newYear,
    { en: 'Constitution Day', es: 'Día de la Constitución', findDate: weekdayOf(1, monday, 2) },
    {
      en: 'Benito Juárez Day',
      es: 'Natalicio de Benito Juárez',
      findDate: weekdayOf(3, monday, 3),
    },
    { en: 'Labor Day', es: 'Día del Trabajo', findDate: fixed(5, 1) },
    { en: 'Independence Day', es: 'Día de la Independencia', findDate: fixed(9, 16) },
    { en: 'Revolution Day', es: 'Día de la Revolución', findDate: weekdayOf(3, monday, 11) },
    christmas,
  ],
}

/** Days on which many businesses have other hours, although they are no public holidays. */
const otherHolidays: Holiday[] = [
  newYear,
  christmas,
  { en: 'Good Friday', es: 'Viernes Santo', findDate: (year) => addDays(findEaster(year), -2) },
  {
    en: 'Easter Sunday',
    es: 'Domingo de Pascua',
    alias: ['Easter'],
    findDate: findEaster,
  },
  {
    en: 'Easter Monday',
    es: 'Lunes de Pascua',
    findDate: (year) => addDays(findEaster(year), 1),
  },
  {
    en: 'Day after Thanksgiving',
    es: 'Viernes negro',
    alias: ['Black Friday'],
    findDate: (year) => addDays(findThanksgiving(year), 1),
  },
  { en: 'Christmas Eve', es: 'Nochebuena', findDate: fixed(12, 24) },
  { en: "New Year's Eve", es: 'Nochevieja', findDate: fixed(12, 31) },
]

/** @param country two letters; empty if its holidays are not known */
export const listPublicHolidays = (country: string): Holiday[] => publicHolidays[country] ?? []

const listNamedHolidays = (country: string): Holiday[] => [
  ...listPublicHolidays(country),
  ...otherHolidays,
]

const foldName = (name: string): string => name.trim().toLowerCase().replaceAll('’', "'")

/** Finds a holiday by any of its names. */
export const findHoliday = (name: string, country: string): Holiday | undefined =>
  listNamedHolidays(country).find(({ en, es, alias = [] }) =>
    [en, es, ...alias].some((known) => foldName(known) === foldName(name)),
  )

/** Lists the names that an author may write, for suggestions. */
export const listHolidayNames = (country: string): string[] =>
  listNamedHolidays(country).flatMap(({ en, es, alias = [] }) => [en, es, ...alias])

/** The name of a holiday in a language. */
export const getHolidayName = ({ en, es }: HolidayNames, language: string): string =>
  /^es\b/.test(language) ? es : en
