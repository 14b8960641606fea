import type { OpeningHours } from '../../../schema/page-data.ts'
import { capitalize } from '../../../schema/shared/capitalize.ts'
import type { OpeningHoursWords } from '../../../schema/types.gen.ts'
import { fillIn } from './fill-in.ts'

/** Names days in a row with the same hours, such as `Monday to Friday`. */
export function nameDays(
  { first, last, isPair }: OpeningHours['week'][number],
  words: OpeningHoursWords,
): string {
  if (first === undefined) return words.everyDay
  // Many languages write the names of days small: du lundi au vendredi.
  return capitalize(
    last === undefined ? first : fillIn(isPair ? words.twoDays : words.days, { first, last }),
  )
}

/** The times of a day in one text. */
export function printDayHours(
  { times, isAllDay }: Pick<OpeningHours['week'][number], 'times' | 'isAllDay'>,
  words: OpeningHoursWords,
): string {
  if (isAllDay) return words.allDay
  return times.length === 0 ? words.closedDay : times.join(', ')
}
