/** Formats the first items of a list as part of a sentence: `a, b and c`, or `a, b and 7 more`. */
export function formatFirstItems(items: string[], most: number): string {
  const shown = items.slice(0, items.length > most ? most : -1)
  const last = items.length > most ? `${items.length - most} more` : (items.at(-1) ?? '')
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : last
}

/** Formats a number of things: `1 page`, or `3 pages`. */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`

/** Limits the pages that a rule reports. The last one gets the words that say how many are left out. */
export const limitPages = <Page>(pages: Page[], most: number): { page: Page; more: string }[] =>
  pages.slice(0, most).map((page, index) => {
    const others = index === most - 1 ? pages.length - most : 0
    return {
      page,
      more: others > 0 ? ` The same holds for ${formatCount(others, 'more page')}.` : '',
    }
  })
