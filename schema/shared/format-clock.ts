/** Formats a time of day as people write it: 8 AM, 8:30 AM, 08:00, 8 h, 8 h 30. */
export const formatClock = (minutes: number, language: string): string =>
  new Date(minutes * 60_000)
    .toLocaleTimeString(language, { timeStyle: 'short', timeZone: 'UTC' })
    .replace(/^0(?=\d\s\p{L})|:00(?=\s\p{L})/gu, '')
    .replace(/(\d\s\p{L}+)\s00$/u, '$1')
