import type { ScheduleBlock } from '../../schema/types.gen.ts'
import { findServiceTime } from './compose-request.ts'
import { listInputs, readForm, updateForm } from './update-form.ts'

/**
 * Chooses the service that a quote asks for, and the first day and time at which it is offered. What
 * the visitor has chosen stays.
 * @param wanted the time of the tariff in the quote
 */
export function selectVisit(
  form: HTMLElement,
  { options, calendar }: ScheduleBlock,
  wanted: string | undefined,
): void {
  const { days, dayInputs, times, listServices } = readForm(form)
  const option = options.find((each) => wanted !== undefined && each.times?.includes(wanted))
  if (!option || !calendar || times.some(({ checked }) => checked)) return
  for (const day of days)
    for (const time of times) {
      const isWanted = findServiceTime(option, calendar, day.date, time.value) === wanted
      if (!isWanted || !listServices(day, time).includes(option.label)) continue
      const service = listInputs(form, 'service').find(({ value }) => value === option.label)
      for (const input of [dayInputs[day.index]!, time, service]) if (input) input.checked = true
      updateForm(form)
      return
    }
}
