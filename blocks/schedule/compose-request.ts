/** What a visitor chooses, and the request that is made of it. Pure: the clock and the form are handed in. */
import type { ScheduleBlock } from '../../schema/types.gen.ts'

type Slots = ScheduleBlock['slots']
type ScheduleOption = ScheduleBlock['options'][number]

/** As the form says it: the day's place in the list, the time's and the service's own words. */
export type ScheduleChoice = { day: number; time: string | undefined; option: ScheduleOption }

export const isTimeAvailable = (slots: Slots, time: string): boolean =>
  slots.some(({ times }) => times.some((slot) => slot.time === time && !slot.unavailable))

/** What is chosen. A time that cannot be had is not chosen, whatever the form says. */
export function readChoice(
  form: FormData,
  { days, slots, options }: ScheduleBlock,
): ScheduleChoice {
  const label = form.get('day')
  const time = form.get('time')
  const service = form.get('service')
  return {
    day: Math.max(
      0,
      days.findIndex((day) => day.label === label),
    ),
    time: typeof time === 'string' && isTimeAvailable(slots, time) ? time : undefined,
    option: options.find((option) => option.label === service) ?? options[0]!,
  }
}

/** The hour of `9 AM`, `12:30 PM` or `14:00` as a part of a day's 24; undefined for other words. */
export function parseHourOfDay(time: string): number | undefined {
  const [, hours, minutes = '0', half] =
    /^(\d{1,2})(?::(\d{2}))? ?([ap]m)?$/i.exec(time.trim()) ?? []
  if (hours === undefined) return undefined
  const base = half ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours)
  return base + Number(minutes) / 60
}

/** Whether the chosen time is over already, which can only be today. */
export function isTimePast({ day, time }: ScheduleChoice, now: Date): boolean {
  const hour = day === 0 && time !== undefined ? parseHourOfDay(time) : undefined
  return hour !== undefined && hour <= now.getHours() + now.getMinutes() / 60
}

/** Puts what was chosen into the words of the site: `{service}`, `{price}`, `{day}`, `{time}`. */
export function fillRequestTemplate(
  template: string,
  { time, option }: ScheduleChoice,
  day: string,
): string {
  const words: Record<string, string> = {
    service: option.label,
    price: option.price.text,
    day,
    time: time ?? '',
  }
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(words, name) ? words[name]! : whole,
  )
}

/** Text messages begin their text with `?body=` on some telephones and with `&body=` on others: `?&body=` suits both. */
export const createSmsLink = (phone: string, body: string): string =>
  `${phone.replace(/^tel:/, 'sms:')}?&body=${encodeURIComponent(body)}`
