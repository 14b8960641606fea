/** Reads a visitor's choice and composes the request from it. Pure functions. */
import type { VisitCalendar } from '../../schema/resolved-values.ts'
import { calculateQuote, formatAmount } from '../../schema/shared/calculate-quote.ts'
import type { ScheduleBlock, TariffChoice } from '../../schema/types.gen.ts'
import { describeChoice } from '../shared/request/describe-choice.ts'
import { formatTotal } from '../shared/request/format-total.ts'
import { fillIn } from '../shared/text/fill-in.ts'
import { findBand, isInRanges, type ScheduleRules } from './find-offers.ts'

type Slots = ScheduleBlock['slots']
type ScheduleOption = ScheduleBlock['options'][number]

/** The values of the form. `day` is an index into the block's days, `time` a label. */
export type ScheduleChoice = { day: number; time: string | undefined; option: ScheduleOption }

/**
 * Parses `9 AM`, `12:30 PM`, `14:00` or `6 p. m.`.
 * @returns hours since midnight, with a fraction; undefined for any other text
 */
export function parseHourOfDay(time: string): number | undefined {
  const [, hours, minutes = '0', half] =
    /^(\d{1,2})(?::(\d{2}))? ?(?:([ap])\.? ?m\.?)?$/i.exec(time.trim()) ?? []
  if (hours === undefined) return undefined
  const base = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  return base + Number(minutes) / 60
}

/** Words without an hour, such as: by arrangement, count as midday. */
export const toMinute = (time: string): number => Math.round((parseHourOfDay(time) ?? 12) * 60)

/** Why a time cannot be chosen. Undefined if it can. */
export const explainUnavailable = (
  { unavailable, taken }: Slots[number]['times'][number],
  words: ScheduleBlock['words'],
): string | undefined => taken ?? (unavailable ? words.unavailable : undefined)

export const isTimeAvailable = (slots: Slots, time: string): boolean =>
  slots.some(({ times }) =>
    times.some((slot) => slot.time === time && !slot.unavailable && slot.taken === undefined),
  )

/** Leaves out the times at which the business is closed every day. */
export const listOpenSlots = ({
  slots,
  calendar,
}: Pick<ScheduleBlock, 'slots' | 'calendar'>): ScheduleBlock['slots'] => {
  if (!calendar?.week) return slots
  const ranges = [...calendar.week, ...Object.values(calendar.special)].flat()
  return slots
    .map((slot) => ({
      ...slot,
      times: slot.times.filter(({ time }) => isInRanges(ranges, ranges, toMinute(time))),
    }))
    .filter(({ times }) => times.length > 0)
}

/** Reads the choice from the form, ignoring an unavailable time, and any for a visit at once. */
export function readChoice(form: FormData, block: ScheduleBlock): ScheduleChoice {
  const { days, slots, options } = block
  const label = form.get('day')
  const time = form.get('time')
  const service = form.get('service')
  const option = options.find((each) => each.label === service) ?? options[0]!
  return {
    day: Math.max(
      0,
      days.findIndex((day) => day.label === label),
    ),
    time:
      typeof time === 'string' && isTimeAvailable(slots, time) && !isImmediate(block, option)
        ? time
        : undefined,
    option,
  }
}

/** Whether the chosen time has already passed, which is possible only for today. */
export function isTimePast({ day, time }: ScheduleChoice, now: Date): boolean {
  const hour = day === 0 && time !== undefined ? parseHourOfDay(time) : undefined
  return hour !== undefined && hour <= now.getHours() + now.getMinutes() / 60
}

/** Fills a template with the choice: `{service}`, `{price}`, `{day}` and `{time}`. */
export const fillRequestTemplate = (
  template: string,
  { time, option }: ScheduleChoice,
  { day, price }: { day: string; price: string },
): string => fillIn(template, { service: option.label, price, day, time: time ?? '' })

/**
 * What a quote comes to at the chosen time: in words, and the one total.
 * @property isOpen whether visitors have to call: for the total, or for an hour that cannot be chosen
 */
export type PricedQuote = { description: string; total: string; isOpen: boolean }

/**
 * Adds up a quote with which a visitor came, at the chosen time and for the chosen service.
 * @param isChosen whether the visitor has chosen anything; until then, the total is that of the quote
 */
export function priceQuote(
  { tariff, calendar, slots, language = 'en', words }: ScheduleBlock,
  requested: TariffChoice,
  { time, option }: ScheduleChoice,
  date: string,
  isChosen: boolean,
): PricedQuote | undefined {
  if (!tariff || !calendar) return undefined
  const offered =
    time === undefined
      ? guessServiceTime(option, listDayTimes(option, calendar, slots, date), requested.time)
      : findServiceTime(option, calendar, date, time)
  const band = isChosen ? offered : (requested.time ?? offered)
  const choice = { ...requested, ...(band !== undefined && { time: band }) }
  const quote = calculateQuote(tariff, choice)
  const { base } = tariff.services[0]!
  // A service that is no time of the tariff adds what it costs more than the usual service.
  const extra = option.times ? 0 : Math.max(0, (option.price.value ?? 0) - (base.value ?? 0))
  const total = quote.total === undefined ? undefined : quote.total + extra
  return {
    description: describeChoice(tariff, choice).join(', '),
    total: formatTotal({ ...quote, total }, words, base.unit, language),
    isOpen: total === undefined || band !== offered,
  }
}

/**
 * The price of a service for a visitor without a quote. It is stated for the first of its times; at
 * the others, it differs as the tariff does.
 * @param time while none is chosen, the price is the least of its times
 */
export function priceService(
  { tariff, calendar, words, language = 'en' }: ScheduleBlock,
  option: ScheduleOption,
  date?: string,
  time?: string,
): string {
  const { price, times } = option
  if (!tariff || !calendar || !times || price.value === undefined) return price.text
  const addUp = (name: string | undefined) => calculateQuote(tariff, { time: name }).total ?? 0
  if (date === undefined || time === undefined)
    return times.some((name) => addUp(name) > addUp(times[0]))
      ? fillIn(words.from, { total: price.text })
      : price.text
  const chosen = findServiceTime(option, calendar, date, time) ?? ''
  const more = times.includes(chosen) ? addUp(chosen) - addUp(times[0]) : 0
  return more === 0 ? price.text : formatAmount(price.value + more, price.unit, language)
}

/**
 * The time of the tariff that a service is while no hour is chosen: the wanted one, or its first.
 * @param ofDay the times that the day has, which may be none
 */
const guessServiceTime = (
  { times, only }: ScheduleOption,
  ofDay: string[],
  wanted: string | undefined,
): string | undefined => {
  const names = ofDay.length > 0 ? ofDay : (times ?? only?.times)
  return names && (wanted === undefined || !names.includes(wanted)) ? names[0] : wanted
}

/** The times of the tariff that a service has on a day, for its hours. */
const listDayTimes = (
  option: ScheduleOption,
  calendar: VisitCalendar,
  slots: ScheduleBlock['slots'],
  date: string,
): string[] =>
  slots
    .flatMap(({ times }) => times.map(({ time }) => findBand(calendar, date, toMinute(time))))
    .filter((band) => band !== undefined && option.times?.includes(band) === true) as string[]

/** The times of the tariff that a service stands for and that have hours. */
const listHourly = (
  { times = [] }: Pick<ScheduleOption, 'times'>,
  { bands }: VisitCalendar,
): string[] => times.filter((time) => bands.some(({ name }) => name === time))

/** Whether a service happens at once, whatever the hour, so that nobody chooses one for it. */
export const isImmediate = (
  { calendar }: Pick<ScheduleBlock, 'calendar'>,
  { today, ...option }: ScheduleOption,
): boolean =>
  today === true &&
  option.times !== undefined &&
  calendar !== undefined &&
  listHourly(option, calendar).length === 0

/** What decides what can be chosen, for the form in the document. */
export const createRules = ({
  calendar,
  options,
  ahead = 0,
  words,
}: ScheduleBlock): ScheduleRules => ({
  ahead,
  ...(calendar && { calendar }),
  options: options.map((option) => ({
    label: option.label,
    ...(calendar && { times: listHourly(option, calendar) }),
    ...(isImmediate({ calendar }, option) && { now: true }),
    only: option.only,
    today: option.today,
  })),
  closed: words.closed,
})

/** The time of the tariff that a service is at a time: that of the hour, or one without hours. */
export function findServiceTime(
  option: ScheduleOption,
  calendar: VisitCalendar,
  date: string,
  time: string,
): string | undefined {
  const band = findBand(calendar, date, toMinute(time))
  if (!option.times || (band !== undefined && option.times.includes(band))) return band
  const hourly = listHourly(option, calendar)
  return option.times.find((name) => !hourly.includes(name)) ?? band
}
