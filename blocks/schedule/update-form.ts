/**
 * Keeps the form up to date with the clock and with the visitor's choices. It changes the document
 * directly, because it also runs before hydration. React does not update these parts of the form.
 */
import { fillInDates, listUpcomingDates, readBusinessClock, toIsoDate } from './fill-in-dates.ts'
import { listAtOnce, listOffered, type Day, type ScheduleRules } from './find-offers.ts'

export const listInputs = (form: ParentNode, name: string) => [
  ...form.querySelectorAll<HTMLInputElement>(`[name=${name}]`),
]

/** Reads what a form offers now. */
export function readForm(form: HTMLElement) {
  const now = readBusinessClock(form.dataset.timeZone)
  const rules = JSON.parse(form.dataset.rules!) as ScheduleRules
  const dayInputs = listInputs(form, 'day')
  const days = listUpcomingDates(now, dayInputs.length).map(
    (date, index): Day => ({ date: toIsoDate(date), index }),
  )
  const times = listInputs(form, 'time')
  const clock = now.getHours() * 60 + now.getMinutes()
  const isGone = ({ index }: Day, { dataset }: HTMLInputElement) =>
    dataset.taken !== undefined ||
    (!index && Number(dataset.minute ?? 1440) <= clock + rules.ahead * 60)
  /** The services at a time, none if it cannot be chosen. */
  const listServices = (day: Day, time: HTMLInputElement) =>
    isGone(day, time) ? [] : keepNamed(listOffered(rules, day, readMinute(time)), time)
  return { now, rules, days, dayInputs, times, listServices, clock }
}

/** Words without an hour, such as: by arrangement, count as midday. */
const readMinute = ({ dataset }: HTMLInputElement) => Number(dataset.minute ?? 720)

/** Updates a form for the current time and the chosen options. */
export function updateForm(form: HTMLElement): void {
  const { now, rules, days, dayInputs, times, listServices, clock } = readForm(form)
  fillInDates(form, now)
  const free = days.filter((day) => times.some((time) => listServices(day, time).length > 0))
  for (const day of days) {
    const input = dayInputs[day.index]!
    // Without a free day, the form stays as it is, and the visitor calls.
    const isOver = free.length > 0 && !free.includes(day)
    // A visit at once is possible today even after the last hour.
    input.disabled = isOver && listAtOnce(rules, day, clock).length === 0
    const isOpen = times.some((time) => listOffered(rules, day, readMinute(time)).length > 0)
    describeDay(input, rules, rules.calendar?.holidays[day.date], isOpen, isOver)
  }
  // Sets the default too. Otherwise the loader would take this for a visitor's choice, and hydrate.
  if (dayInputs.find(({ checked }) => checked)?.disabled)
    check(dayInputs.find(({ disabled }) => !disabled)!)
  const chosen = days.find(({ index }) => dayInputs[index]!.checked) ?? days[0]!
  for (const time of times) {
    time.disabled = listServices(chosen, time).length === 0
    if (time.disabled) time.checked = false
  }
  const time = times.find(({ checked }) => checked)
  offerServices(form, [
    ...listAtOnce(rules, chosen, clock),
    ...(time ? [time] : times).flatMap((each) => listServices(chosen, each)),
  ])
}

const check = (input: HTMLInputElement) => (input.defaultChecked = input.checked = true)

/**
 * Says why a day has no time to choose, or that it is a holiday.
 * @param isOpen whether it had hours
 * @param isOver whether none of them can be chosen
 */
function describeDay(
  input: HTMLInputElement,
  { closed }: ScheduleRules,
  holiday: string | undefined,
  isOpen: boolean,
  isOver: boolean,
) {
  const note = input.parentElement!.querySelector<HTMLElement>('[data-note]')
  if (!note) return
  const text =
    isOver && isOpen ? note.dataset.over : [holiday, isOver && closed].filter(Boolean).join(': ')
  if (text) note.textContent = text
}

/** Keeps the services that a time names, if it names any. */
function keepNamed(services: string[], time: HTMLInputElement): string[] {
  const { services: named } = time.dataset
  if (named === undefined) return services
  const names = JSON.parse(named) as string[]
  return services.filter((service) => names.includes(service))
}

/** Enables these services only, and chooses the first if the chosen one is not among them. */
function offerServices(form: ParentNode, offered: string[]): void {
  const services = listInputs(form, 'service')
  const enabled = services.filter(({ value }) => offered.includes(value))
  for (const service of services)
    service.disabled = enabled.length > 0 && !enabled.includes(service)
  if (enabled.length > 0 && !enabled.some(({ checked }) => checked)) check(enabled[0]!)
}
