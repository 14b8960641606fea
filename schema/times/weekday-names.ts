import { memoize } from '../util/memoize.ts'

const known = new Map<string, string[]>()

/** Names the days of the week from Sunday on. @param language one that Intl supports */
export const listWeekdayNames = (language: string, width: 'long' | 'short' = 'long'): string[] =>
  memoize(known, `${language} ${width}`, 50, () => {
    const format = new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' })
    // January 4, 1970 was a Sunday.
    return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(1970, 0, 4 + day)))
  })
