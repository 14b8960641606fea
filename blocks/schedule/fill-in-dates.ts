/**
 * Reads the clock of a time zone, as a date whose local fields show its time: a visitor in another
 * time zone chooses among the days and hours of the business.
 * @param timeZone the visitor's own if undefined or unknown to the browser
 */
export function readBusinessClock(timeZone: string | undefined): Date {
  const now = new Date()
  try {
    // The Swedish locale formats dates as ISO 8601.
    return timeZone ? new Date(now.toLocaleString('sv', { timeZone }).replace(' ', 'T')) : now
  } catch {
    return now
  }
}

/** Lists `count` days from today, each at local midnight, so that daylight saving skips none. */
export function listUpcomingDates(today: Date, count: number): Date[] {
  return Array.from(
    { length: count },
    (_, index) => new Date(today.getFullYear(), today.getMonth(), today.getDate() + index),
  )
}

/** Formats a local date as 2026-12-25. */
export const toIsoDate = (date: Date): string =>
  new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())).toISOString().slice(0, 10)

/**
 * Writes consecutive dates, starting today, into the elements with `data-day`, in document order.
 * React does not update the content of these elements.
 */
export function fillInDates(root: ParentNode, today: Date): void {
  const elements = [...root.querySelectorAll('[data-day]')]
  const days = listUpcomingDates(today, elements.length)
  elements.forEach(
    (element, index) =>
      (element.textContent = days[index]!.toLocaleDateString(document.documentElement.lang, {
        weekday: 'short',
        month: 'short',
        day: 'numeric',
      })),
  )
}
