import { isInPeriod, type DatedPart, type Moment } from '../days/moment.ts'
import { findStartOfDay } from '../days/time-zone.ts'
import { addDays } from './holidays.ts'
import { planHours } from './plan-hours.ts'

/** Lists the coming special days of a business as parts of the site that have days. */
export const listSpecialDayParts = (business: unknown, moment: Moment): DatedPart[] =>
  (planHours(business, moment)?.special ?? []).map(({ from, last, holiday }) => {
    const days = {
      from: findStartOfDay(Date.parse(from), moment.timeZone),
      until: findStartOfDay(Date.parse(addDays(last, 1)), moment.timeZone),
    }
    const name = holiday ? ` (${holiday.en})` : ''
    const what = from === last ? `the special day ${from}` : `the special time ${from} to ${last}`
    return {
      ...days,
      what: `${what}${name}`,
      isShown: isInPeriod(days, moment.now),
      isHarmless: true,
    }
  })
