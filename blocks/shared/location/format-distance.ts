/**
 * Formats a distance in the page's language: `1 mile`, `21 miles`. Browser only, because it reads
 * the language from the document.
 */
export function formatLocalizedDistance(distance: number, unit: 'mile' | 'kilometer'): string {
  return new Intl.NumberFormat(document.documentElement.lang, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(distance)
}
