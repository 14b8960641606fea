import type { ScheduleBlock } from '../../schema/types.gen.ts'
import { findServiceTime, isImmediate } from './compose-request.ts'
import type { Day } from './find-offers.ts'
import { listInputs, readForm, updateForm } from './update-form.ts'

/**
 * Chooses the service that a quote asks for, and the first day on which it is offered. The hour is
 * for the visitor to choose. What the visitor has chosen stays.
 * @param wanted the time of the tariff in the quote
 */
export function selectVisit(
  form: HTMLElement,
  block: ScheduleBlock,
  wanted: string | undefined,
): void {
  const { options, calendar } = block
  const { days, dayInputs, times, listServices } = readForm(form)
  const option = options.find((each) => wanted !== undefined && each.times?.includes(wanted))
  if (!option || !calendar || times.some(({ checked }) => checked)) return
  const isWanted = (day: Day) =>
    isImmediate(block, option)
      ? day.index === 0
      : times.some(
          (time) =>
            findServiceTime(option, calendar, day.date, time.value) === wanted &&
            listServices(day, time).includes(option.label),
        )
  const found = days.filter(isWanted)
  // Somebody who asks for a weekend or holiday does not mean the holiday, unless there is no other.
  const day = found.find(({ date }) => calendar.holidays[date] === undefined) ?? found[0]
  if (!day) return
  const service = listInputs(form, 'service').find(({ value }) => value === option.label)
  for (const input of [dayInputs[day.index]!, service]) if (input) input.checked = true
  updateForm(form)
}
