/**
 * Keeps the form up to date with the clock and with the visitor's choices. It changes the document
 * directly, because it also runs before hydration. React does not update these parts of the form.
 */
import { parseHourOfDay } from './compose-request.ts'
import { fillInDates, readClock } from './fill-in-dates.ts'

const listInputs = (form: ParentNode, name: string) => [
  ...form.querySelectorAll<HTMLInputElement>(`[name=${name}]`),
]

/** Updates a form for the current time and the chosen options. */
export function updateForm(form: HTMLElement): void {
  const now = readClock(form.dataset.timeZone)
  fillInDates(form, now)
  disablePastTimes(form, now)
  offerServicesOfHour(form)
}

/** Disables the times that have passed today, and today itself once all of them have. */
function disablePastTimes(form: ParentNode, now: Date): void {
  const days = listInputs(form, 'day')
  const [today, tomorrow] = days
  // Times that are unavailable in the site's data stay disabled.
  const times = listInputs(form, 'time').filter(
    ({ disabled, dataset }) => !disabled || dataset.past !== undefined,
  )
  const isPast = ({ value }: HTMLInputElement) =>
    (parseHourOfDay(value) ?? 24) <= now.getHours() + now.getMinutes() / 60
  const isTodayOver = tomorrow !== undefined && times.every(isPast)
  if (isTodayOver) {
    const level = today!.parentElement!.querySelector<HTMLElement>('[data-over]')
    if (level?.dataset.over) level.textContent = level.dataset.over
    // Sets the default too. Otherwise the loader would take this for a visitor's choice, and
    // hydrate.
    if (today!.checked) tomorrow.defaultChecked = tomorrow.checked = true
    today!.disabled = true
  }
  const isToday = today?.checked && !isTodayOver
  for (const time of times) {
    time.disabled = isToday === true && isPast(time)
    if (time.disabled) {
      time.dataset.past = ''
      time.checked = false
    } else delete time.dataset.past
  }
}

/**
 * Enables the services of the chosen time's group only, and chooses the first of them if the chosen
 * one is not among them.
 */
function offerServicesOfHour(form: ParentNode): void {
  const services = listInputs(form, 'service')
  const group = form.querySelector<HTMLElement>('[data-services]:has([name=time]:checked)')
  const named = group ? (JSON.parse(group.dataset.services!) as string[]) : []
  const offered = services.filter(({ value }) => named.includes(value))
  for (const service of services)
    service.disabled = offered.length > 0 && !offered.includes(service)
  if (offered.length > 0 && !offered.some(({ checked }) => checked)) offered[0]!.checked = true
}
