import type { OpeningCalendar } from '../../schema/resolved-values.ts'
import { formatClock } from '../../schema/shared/format-clock.ts'
import type { OpeningHoursWords } from '../../schema/types.gen.ts'
import { findOpening, type Opening } from './find-opening.ts'

type BadgeWords = Pick<
  OpeningHoursWords,
  'open' | 'closed' | 'opensToday' | 'opensTomorrow' | 'opensLater'
>

/** What the element of the badge has in `data-opening`. */
export type BadgeData = { calendar: OpeningCalendar; words: BadgeWords }

const oneMinute = 60_000

/**
 * Writes into the badges on a page whether the business is open. A badge stays empty if that is not
 * certain. React does not update its content.
 */
export function showOpening(root: ParentNode, now = Date.now()): void {
  root.querySelectorAll<HTMLElement>('[data-opening]').forEach((badge) => {
    const { calendar, words } = JSON.parse(badge.dataset.opening!) as BadgeData
    let opening: Opening | undefined
    try {
      opening = findOpening(calendar, now)
    } catch {
      // The browser does not know the time zone.
    }
    badge.textContent = opening
      ? describeOpening(opening, words, document.documentElement.lang)
      : ''
    badge.classList.toggle('is-open', opening?.isOpen === true)
  })
}

/** Describes the state in words: Closed: opens Monday at 8 AM. */
function describeOpening({ isOpen, next }: Opening, words: BadgeWords, language: string) {
  if (isOpen || !next) return isOpen ? words.open : words.closed
  const { day, daysAhead, minute } = next
  const date = new Date(Date.parse(day) + minute * oneMinute)
  const format = (options: Intl.DateTimeFormatOptions) =>
    date.toLocaleString(language, { ...options, timeZone: 'UTC' })
  const time = formatClock(minute, language)
  const name = format(daysAhead < 7 ? { weekday: 'long' } : { month: 'long', day: 'numeric' })
  const word =
    daysAhead === 0 ? words.opensToday : daysAhead === 1 ? words.opensTomorrow : words.opensLater
  return word!.replace('{time}', time).replace('{day}', name)
}
