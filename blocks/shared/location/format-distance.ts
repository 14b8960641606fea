/** In the page's language: `1 mile`, `21 miles`. Only ever called in a browser, where the document says which it is. */
export function formatLocalizedDistance(length: number, unit: 'mile' | 'kilometer'): string {
  return new Intl.NumberFormat(document.documentElement.lang, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(length)
}
