import { formatHex } from 'culori'
import { formatRanges, parseWrittenTimes } from '../times/written-hours.ts'
import type { Suggestion } from './nearest-name.ts'

/**
 * Corrections of a text in the wrong format, which leave its meaning as it is: they change its start
 * or end, or how a name is spelled.
 */
const sureCorrections: ((text: string) => string)[] = [
  (text) => text.trim(),
  (text) => text.replace(/^\.?\/?public\//, '/'),
  (text) => addLeadingSlash(text),
  (text) => text.replace(/\/+$/, ''),
  (text) => (text.includes('/') ? text : joinWords(text)),
  (text) => (text.includes('/') ? text : text.replace('_', '-')),
  (text) => toInternationalNumber(text),
  (text) => formatLanguageTag(text.replaceAll('_', '-')),
  (text) => (text.startsWith('www.') ? `https://${text}` : text),
  (text) => `#${text}`,
  (text) => `${text}/`,
  (text) => toColorCode(text),
  // A time or a day without leading zeros: 9:00, 2026-3-4.
  (text) => (/^\d:\d\d$|^\d{4}-\d\d?-\d\d?$/.test(text) ? padDigits(text) : text),
  (text) => toTimes(text),
]

/** Corrections that make another address of it, which may not be the one that was meant. */
const likelyCorrections: ((text: string) => string)[] = [
  (text) => addLeadingSlash(joinWords(text).replace(/^\/+|\/+$/g, '')),
  (text) => `https://${text}`,
  (text) => `https://${text}/`,
  // A number of the country that has the most sites: (432) 555-0142.
  (text) => (/^\(?[2-9]\d\d\)?[ .-]?\d{3}[ .-]?\d{4}$/.test(text) ? `+1 ${text}` : text),
]

/** Converts CSS color names, such as navy, and three-digit color codes. */
const toColorCode = (text: string) =>
  /^(?:[a-z]{3,20}|#[\da-f]{3})$/i.test(text) ? (formatHex(text.toLowerCase()) ?? text) : text
/** Converts a phone number as people write it: 0049 (0)30/1234567, tel:+14325550142. */
const toInternationalNumber = (text: string) =>
  /^(?:tel:|\+|00)/i.test(text)
    ? text
        .replace(/^(?:tel:)?(?:\+|00)/i, '+')
        .replace(/\(0\) ?/, '')
        .replaceAll(/[/\u2010-\u2013]/g, '-')
    : text
/** Corrects the case of a language tag: EN-us. */
function formatLanguageTag(text: string): string {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? text
  } catch {
    return text
  }
}
/** Makes an address a route, unless it has a protocol. */
const addLeadingSlash = (text: string) => (text.includes(':') ? text : `/${text}`)
/** Converts times as people write them: 8 AM–5 PM, 24 hours. */
function toTimes(text: string): string {
  const ranges = parseWrittenTimes(text)
  return ranges ? formatRanges(ranges) : text
}
const padDigits = (text: string) => text.replace(/\b\d\b/g, '0$&')
const joinWords = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')

/** Suggests the correction of a text that matches the required pattern. */
export function suggestFormat(text: string, pattern: string): Suggestion & { fix?: string } {
  // Nobody means such a long one, and some patterns read it from each of its characters on.
  if (text === '' || text.length > 1000) return {}
  const expression = new RegExp(pattern, 'u')
  const correct = (corrections: ((text: string) => string)[]) =>
    corrections
      .map((each) => each(text))
      .find((corrected) => corrected !== text && expression.test(corrected))
  const sure = correct(sureCorrections)
  if (sure !== undefined) return { suggestion: sure, replacement: { from: text, to: sure } }
  // Another name would be that of another file.
  const isFile = /\/.*\.\w+$/.test(text)
  if (isFile && /\s/.test(text))
    return { fix: 'Rename the file so that its path has no spaces, and correct the path.' }
  const likely = correct(likelyCorrections)
  return likely === undefined ? {} : { suggestion: likely }
}

/** The unit of facts that people mean by a word. */
const unitNames: Record<string, string> = {
  dollar: 'USD',
  dollars: 'USD',
  $: 'USD',
  euro: 'EUR',
  euros: 'EUR',
  '€': 'EUR',
  pounds: 'GBP',
  '£': 'GBP',
  min: 'minutes',
  mins: 'minutes',
  h: 'hours',
  hr: 'hours',
  hrs: 'hours',
  mi: 'miles',
  kilometers: 'km',
  '%': 'percent',
  stars: 'rating',
  number: 'count',
}

/** Suggests the unit that a word means, such as USD for dollars. */
export function suggestUnit(word: string, valid: string[]): Suggestion {
  const suggestion = Object.hasOwn(unitNames, word) ? unitNames[word] : undefined
  if (suggestion === undefined || !valid.includes(suggestion)) return {}
  return { suggestion, replacement: { from: word, to: suggestion } }
}
