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
export function fillInDates(root: ParentNode): void {
  const elements = [...root.querySelectorAll('[data-day]')]
  const days = listUpcomingDates(new Date(), elements.length)
  elements.forEach(
    (element, index) =>
      (element.textContent = days[index]!.toLocaleDateString(document.documentElement.lang, {
        weekday: 'short',
        month: 'short',
        day: 'numeric',
      })),
  )
}
