/** Reads hours as people write them in texts, to compare them with those of the settings. */
import type { DaySpan } from '../types.gen.ts'
import type { TimeRange } from '../resolved-values.ts'
import { findSupportedLanguage } from '../util/supported-language.ts'
import { parseDaySpan } from './parse-day-span.ts'
import { listWeekdayNames } from './calendar-names.ts'
import { isAllDay, minutesPerDay, parseTimes, sortRanges, toClock } from './parse-times.ts'

const roundTheClockPattern = new RegExp(
  [
    String.raw`(?<![\d/])24/7(?![\d/])`,
    String.raw`\b24 hours (?:a|per) day\b`,
    String.raw`\bopen 24 hours\b`,
    String.raw`^24 hours\.?$`,
    String.raw`\b(?:abiert[oa]s? (?:las )?|^(?:las )?)24 horas\b`,
    String.raw`\b24 horas al día`,
    String.raw`\b24 ?h(?:eures)? ?(?:\/|sur) ?24\b`,
    String.raw`\b24 Stunden am Tag\b`,
    String.raw`\b24 ?(?:h|godz\.|godziny) na dobę`,
  ].join('|'),
  'i',
)

/** What may be offered at any hour by a business that has opening hours. */
export const otherServicePattern =
  /\bonline\b|\bwebsite\b|\bbook|\border|\bemergenc|\ben línea\b|\bsitio web\b|\breserv|\bpedid|\burgen/i

/**
 * Finds words in a sentence that say that the business is always open, such as 24/7.
 * @returns undefined if they are about something else, such as booking online or emergencies
 */
export const findRoundTheClock = (sentence: string): string | undefined =>
  otherServicePattern.test(sentence) ? undefined : roundTheClockPattern.exec(sentence.trim())?.[0]

/** Whether the business is open at any time. */
export const isAlwaysOpen = (week: TimeRange[][]): boolean => week.every(isAllDay)

/** Removes capitals, accents and the dots of abbreviations. */
export const fold = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}|\./gu, '')

/** In the languages whose days people write: English, Spanish, French, German, Italian, Dutch, Polish, Portuguese. */
const dayGroups: [RegExp, number[]][] = [
  [
    /^(?:weekdays|entre semana|en semaine|unter der woche|doordeweeks|(?:w )?dni robocze|(?:em )?dias uteis)$/,
    [1, 2, 3, 4, 5],
  ],
  [
    /^(?:(?:le|am|il|in het|w) )?(?:week-?ends?|fin(?:es)? de semana|wochenende|fine settimana|weekendy|(?:no )?fim de semana|(?:nos )?fins de semana)$/,
    [6, 0],
  ],
  [
    /^(?:daily|every day|(?:7|seven) days(?: a week)?|todos los dias|a diario|tous les jours|taglich|jeden tag|tutti i giorni|ogni giorno|dagelijks|elke dag|codziennie|todos os dias|diariamente)$/,
    [1, 2, 3, 4, 5, 6, 0],
  ],
]

const polishDays: Record<string, number> = { pn: 1, pt: 5, sb: 6, nd: 0, ndz: 0 }
const isPolish = (language: string) => /^pl\b/.test(language)

/** Finds a day by its name or the start of it, as an index from Sunday; -1 if it is none. */
function findDay(written: string, language: string): number {
  const short = polishDays[written]
  if (short !== undefined && isPolish(language)) return short
  // In Polish, the end of a name depends on the sentence: poniedziałku, soboty.
  const start = isPolish(language) ? written.slice(0, 4) : written.replace(/s$/, '')
  for (const each of [language, 'en', 'es']) {
    const isLongEnough = start.length >= (each === language ? 2 : 3)
    const names = listWeekdayNames(findSupportedLanguage(each) ?? 'en')
    const day = names.findIndex((name) => isLongEnough && fold(name).startsWith(start))
    if (day !== -1) return day
  }
  return -1
}

/** Parses days in a language, or English or Spanish: `Mon–Fri`, `Saturday and Sunday`, `lunes a viernes`. */
export function parseWrittenDays(text: string, language = 'en'): number[] | undefined {
  const folded = fold(text).replace(/^(?:du|von|van|dal|de|del|od|we?) /, '')
  const group = dayGroups.find(([pattern]) => pattern.test(folded))
  if (group) return group[1]
  const parts = folded.split(/\s*(?:,|&|\b(?:and|y|et|und|en|e|i)\b)\s*/)
  const days = parts.map((part) => {
    const [first, last = first, ...more] = part
      .split(/\s*[–—-]\s*| (?:to|through|a|al|au|bis|do|tot) /)
      .map((name) => findDay(name, language))
    if (first === undefined || first < 0 || last! < 0 || more.length > 0) return undefined
    return Array.from({ length: ((last! - first + 7) % 7) + 1 }, (_, ahead) => (first + ahead) % 7)
  })
  return days.every((each) => each !== undefined) ? days.flat() : undefined
}

/** Writes times with a colon: 9h30, 0800, 8.30, 17 Uhr; and 8-17, where only a clock of 24 hours has the end. */
function addColons(text: string): string {
  const clocks = text
    .replace(
      /(?<![\d:])(\d\d?) ?h(?: ?(\d\d))?(?![\p{L}\d])/gu,
      (_, hour, minute = '00') => `${hour}:${minute}`,
    )
    .replace(/(?<![\d:])([01]\d|2[0-4])([0-5]\d)(?![\d:])/g, '$1:$2')
    .replace(/(?<![\d.:])(\d\d?)\.([0-5]\d)(?![\d.:])/g, '$1:$2')
    .replace(/ (?:uhr|godz\.?)$/, '')
  return /\d ?[-–] ?(?:1[3-9]|2[0-4])(?!\d)/.test(clocks)
    ? clocks.replace(/(?<![\d:])(\d\d?)(?![\d:]| ?[ap]m)/g, '$1:00')
    : clocks
}

const closedWords = 'closed|cerrado|fermé|geschlossen|chiuso|gesloten|zamknięte|nieczynne|fechado'
const closedPattern = new RegExp(`^(?:${closedWords})$`)

/** Reads 9–5, which ends in the afternoon. 7–11 may end before noon or at night. */
function readOfficeHours(text: string): DaySpan | undefined {
  const [opens = 0, closes = 0] = /^\d\d? ?[–-] ?\d\d?$/.test(text)
    ? text.split(/[–-]/).map(Number)
    : []
  return opens >= 5 && opens <= 12 && closes > 0 && closes < opens
    ? { from: toClock(opens * 60), to: toClock((closes + 12) * 60) }
    : undefined
}

/** Reads a day with a break, which ends in the afternoon: 8–12, 1–5 and 7:30–12, 12:30–4. */
function readBreak(parts: string[]): TimeRange[] | undefined {
  let last = 0
  const [opens = 0, closes, reopens, ends, ...more] = parts
    .flatMap((part) => part.split(/\s?[–-]\s?/))
    .map((clock) => {
      const [hours, minutes = 0] = /^\d\d?(?::\d\d)?$/.test(clock)
        ? clock.split(':').map(Number)
        : []
      const at = (hours ?? Number.NaN) * 60 + minutes
      last = at < last ? at + minutesPerDay / 2 : at
      return last
    })
  const isDay = opens >= 5 * 60 && opens < closes! && closes! <= reopens! && reopens! < ends!
  return isDay && ends! > minutesPerDay / 2 && ends! < minutesPerDay && more.length === 0
    ? [
        [opens, closes!],
        [reopens!, ends!],
      ]
    : undefined
}

/** Parses times: `8 AM–12 PM, 1–5 PM`, `closed`, `24 hours`. */
export function parseWrittenTimes(text: string): TimeRange[] | undefined {
  const folded = addColons(
    text
      .trim()
      .toLowerCase()
      .replace(/([ap])\.\s?m\./g, '$1m')
      .replace(/^(?:godz\.? )?(?:od )?/, '')
      .replace(/ (?:to|a|à|bis|do|tot) (?=\d)/g, '–'),
  )
  if (closedPattern.test(folded)) return []
  if (
    /^(?:open |abierto )?(?:(?:las )?24 (?:hours|horas|godziny)|24\/7|24:00|całodobowo|całą dobę)$/.test(
      folded,
    )
  )
    return [[0, minutesPerDay]]
  const parts = folded.split(/\s*(?:,|&|\b(?:and|y|et|und|en|e|i)\b)\s*/)
  const spans = parts.map((part) => {
    const { from, to } = parseDaySpan(part) ?? readOfficeHours(part) ?? {}
    return from === undefined || to === undefined ? undefined : parseTimes(`${from}-${to}`)
  })
  return spans.every((span) => span !== undefined) ? sortRanges(spans.flat()) : readBreak(parts)
}

const hoursLabel =
  '(?:(?:opening|business|office|shop|store) )?hours|horario(?: de atención)?|horaires|öffnungszeiten|orari|openingstijden|godziny otwarcia'
const labelPatterns = [
  new RegExp(`^(?:${hoursLabel})(?:,|:| on| for| de| del| los?)? (?<days>.+)$`, 'i'),
  new RegExp(`^(?<days>.+?),? (?:${hoursLabel})$`, 'i'),
]

/** Parses the days in a label of hours: `Hours on weekdays`, `Saturday hours`. */
export function parseHoursLabel(label: string, language?: string): number[] | undefined {
  for (const pattern of labelPatterns) {
    const days = pattern.exec(label.trim())?.groups?.days
    const found = days === undefined ? undefined : parseWrittenDays(days, language)
    if (found) return found
  }
  return undefined
}

/** Whether a label names the hours of the business as a whole: `Opening hours`. */
export const isHoursLabel = (label: string): boolean =>
  new RegExp(`^(?:${hoursLabel})$`, 'i').test(label.trim())

const partPattern = new RegExp(
  String.raw`^\s*(\D*?)[\s:,]+((?:\d|(?:open|abierto|${closedWords})(?!\p{L})).*)$`,
  'iu',
)

/** Parses days with their times: `Mon–Fri 8 AM–6 PM; Sat 9 AM–1 PM`. */
export function parseWrittenWeek(
  text: string,
  language?: string,
): { days: number[]; times: TimeRange[] }[] {
  return text.split(/;|,\s*(?=\p{L})/u).flatMap((part) => {
    const [, days = '', times = ''] = partPattern.exec(part) ?? []
    const [parsedDays, parsedTimes] = [parseWrittenDays(days, language), parseWrittenTimes(times)]
    return parsedDays && parsedTimes ? [{ days: parsedDays, times: parsedTimes }] : []
  })
}

/** Formats ranges as the settings have them, for messages. */
export const formatRanges = (ranges: TimeRange[]): string =>
  ranges.length === 0
    ? 'closed'
    : ranges
        .map(
          ([opens, closes]) =>
            `${toClock(opens)}-${closes === minutesPerDay ? '24:00' : toClock(closes)}`,
        )
        .join(', ')

/** Converts times as people write them: 8 AM–5 PM, 24 hours, or one time: 9h30, 0930. */
export function toTimes(text: string): string {
  const ranges = parseWrittenTimes(text)
  if (ranges) return formatRanges(ranges)
  const [range] = parseWrittenTimes(`${text}-24:00`) ?? []
  return range ? toClock(range[0]) : text
}
