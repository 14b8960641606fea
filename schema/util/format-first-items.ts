/** Joins the first items of a list that may be long: `/a, /b and 28 more`. */
export function formatFirstItems(items: string[], most: number): string {
  const rest = items.length - most
  return items.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
