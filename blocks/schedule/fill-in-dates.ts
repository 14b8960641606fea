/** The calendar days from today on, at midnight of the visitor's own clock, so that no change of summer time skips one. */
export function listUpcomingDates(today: Date, count: number): Date[] {
  return Array.from(
    { length: count },
    (_, index) => new Date(today.getFullYear(), today.getMonth(), today.getDate() + index),
  )
}

/** Writes its date into every element with `data-day`, in their order, from today on. React leaves what is in them alone. */
export function fillInDates(root: ParentNode): void {
  const elements = [...root.querySelectorAll('[data-day]')]
  const days = listUpcomingDates(new Date(), elements.length)
  elements.forEach(
    (place, index) =>
      (place.textContent = days[index]!.toLocaleDateString(document.documentElement.lang, {
        weekday: 'short',
        month: 'short',
        day: 'numeric',
      })),
  )
}
