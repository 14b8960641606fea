/**
 * Reads the clock of a time zone, as a date whose local fields show its time: a visitor elsewhere
 * chooses among the days and hours of the business.
 * @param timeZone the visitor's own by default, and where the browser does not know it
 */
export function readClock(timeZone: string | undefined): Date {
  const now = new Date()
  try {
    // Sweden writes dates as ISO 8601 does.
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

/**
 * Writes consecutive dates, starting today, into the elements with `data-day` in document order.
 * React does not update their content.
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
