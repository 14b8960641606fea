/** Reads a visitor's choice and composes the request from it. Pure functions. */
import type { ScheduleBlock } from '../../schema/types.gen.ts'

type Slots = ScheduleBlock['slots']
type ScheduleOption = ScheduleBlock['options'][number]

/** The values of the form. `day` is an index into the block's days, `time` a label. */
export type ScheduleChoice = { day: number; time: string | undefined; option: ScheduleOption }

export const isTimeAvailable = (slots: Slots, time: string): boolean =>
  slots.some(({ times }) => times.some((slot) => slot.time === time && !slot.unavailable))

/** Reads the choice from the form, ignoring an unavailable time. */
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

/**
 * Parses `9 AM`, `12:30 PM` or `14:00`.
 * @returns hours since midnight, with a fraction; undefined for any other text
 */
export function parseHourOfDay(time: string): number | undefined {
  const [, hours, minutes = '0', half] =
    /^(\d{1,2})(?::(\d{2}))? ?([ap]m)?$/i.exec(time.trim()) ?? []
  if (hours === undefined) return undefined
  const base = half ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours)
  return base + Number(minutes) / 60
}

/** Whether the chosen time has already passed, which is possible only for today. */
export function isTimePast({ day, time }: ScheduleChoice, now: Date): boolean {
  const hour = day === 0 && time !== undefined ? parseHourOfDay(time) : undefined
  return hour !== undefined && hour <= now.getHours() + now.getMinutes() / 60
}

/** Fills a template with the choice: `{service}`, `{price}`, `{day}` and `{time}`. */
export function fillRequestTemplate(
  template: string,
  { time, option }: ScheduleChoice,
  day: string,
): string {
  const values: Record<string, string> = {
    service: option.label,
    price: option.price.text,
    day,
    time: time ?? '',
  }
  return template.replace(/\{(\w+)\}/g, (match, name: string) =>
    Object.hasOwn(values, name) ? values[name]! : match,
  )
}
