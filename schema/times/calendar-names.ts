import { memoize } from '../util/memoize.ts'

const known = new Map<string, string[]>()

/** Names the months. @param language one that Intl supports */
export const listMonthNames = (language: string): string[] =>
  memoize(known, `${language} months`, 50, () => {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2001, month, 15)))
  })

/** Names the days of the week from Sunday on. @param language one that Intl supports */
export const listWeekdayNames = (language: string, width: 'long' | 'short' = 'long'): string[] =>
  memoize(known, `${language} ${width}`, 50, () => {
    const format = new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' })
    // January 4, 1970 was a Sunday.
    return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(1970, 0, 4 + day)))
  })
