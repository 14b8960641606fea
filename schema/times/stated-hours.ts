/** Reads what sentences say about opening hours: *We're open Mon–Fri 9–5, closed on Sundays.* */
import type { TimeRange } from '../resolved-values.ts'
import { memoizeByText } from '../util/memoize.ts'
import { findSupportedLanguage } from '../util/supported-language.ts'
import { minutesPerDay } from './parse-times.ts'
import { listMonthNames, listWeekdayNames } from './calendar-names.ts'
import { fold, otherServicePattern, parseWrittenDays, parseWrittenTimes } from './written-hours.ts'

/**
 * @property days from Sunday on; undefined if it names none
 * @property times none if it is closed; undefined if it only says from or until when, or that it is open
 * @property isOf12 whether a time may be of either half of the day: open until 7
 */
export type StatedHours = {
  days?: number[]
  times?: TimeRange[]
  opens?: number
  closes?: number
  isOf12?: boolean
  isOpen?: true
}

const openWords =
  '(?:opening|business|office|shop|store) hours|hours(?=:)|open|offen|geoffnet|offnungszeiten|abiert[oa]s?|abert[oa]s?|abrimos|atendemos|horarios?|ouvert[es]*|horaires|apert[oaie]|apriamo|orario|orari|geopend|openingstijden'
const closedWords =
  'closed|geschlossen|cerrad[oa]s?|cerramos|fechad[oa]s?|fechamos|ferme[es]*|chius[oaie]|gesloten'
/** Before a time: We close at 7 PM. */
const closeWords = 'closes? at|schließen um|cerramos a|fermons a|chiudiamo|fechamos as|sluiten om'
const triggerPattern = new RegExp(
  `(?<!\\p{L})(?:${openWords}|${closedWords}|closes? at|schließen um|fermons|chiudiamo|sluiten om|geöffnet|öffnungszeiten|fermée?s?|horários?)(?!\\p{L})`,
  'iu',
)

/** Others have hours, too: the sentence is about the business, or about nobody else. */
const ownPattern = new RegExp(
  `\\b(?:we|our|us|wir|unser\\w*|nous|notre|nos|abrimos|atendemos|cerramos|fechamos|estamos|siamo|apriamo|chiudiamo|nostr[oaie]|noss[oa]s?|nuestr[oa]s?|wij|ons|onze)\\b|^\\W*(?:${openWords}|${closedWords})\\b`,
)

/** Beside days and times: such a sentence is about nobody else. */
const fillers = new RegExp(
  `\\b(?:${openWords}|on|op|le|la|los|el|am|il|aos?|from|von|de|du|van|dal|dalle|das|ore|and|und|y|et|en|e|uhr|uur)\\b`,
  'g',
)

/** Before days: We are open on Sundays. */
const openOnPattern = new RegExp(
  `\\b(?:${openWords}) (?:(?:on|am|le|la|los|el|il|aos?|op|de|du|dal) )*$`,
)

/** What is not about the usual week, or denied. */
const unusualPattern =
  /\b(?:except|holidays?|feiertag\w*|festivos?|feries?|festivi|feriados?|feestdagen|summer|winter|season\w*|sommer|verano|verao|estate|invierno|inverno|ete|hiver|zomer|this|next|today|tomorrow|diese\w*|heute|morgen|hoy|este|oggi|domani|hoje|amanha|quest[oa]|aujourd'hui|demain|vandaag|deze|appointment\w*|vereinbarung|cita|appuntamento|marcacao|rendez-vous|afspraak|not|n't|never|no|nicht|non|nao|mai|nie|nunca|pas|jamais|niet|nooit|\d{4}|easter|christmas|ostern|weihnachten|phone|telefon\w*|call\w*|llamadas?|lines?)\b/

const unit = '(?:am|pm|h|uhr|uur|heures|horas|ore)'
const clock = `(?:\\d{1,2}(?:[:.]\\d{2}|h\\d{2})?(?: ?${unit}(?![a-z]))?|noon|midnight)`
const written = `(?:\\d{1,2}(?:[:.]\\d{2}|h\\d{2})(?: ?${unit}(?![a-z]))?|\\d{1,2} ?${unit}(?![a-z])|noon|midnight)`

type Patterns = { token: RegExp; months: RegExp }

/** The days, times and words for closed that sentences in a language are made of. */
const getPatterns = memoizeByText((language): Patterns => {
  const supported = findSupportedLanguage(language) ?? 'en'
  const long = [supported, 'en'].flatMap((each) => listWeekdayNames(each).map(fold))
  const short = listWeekdayNames(supported, 'short').map(fold)
  const groups =
    'weekdays|week-?ends?|daily|every ?day|(?:7|seven) days(?: a week)?|wochentags|werktags|taglich|jeden tag|wochenende|entre semana|todos los dias|a diario|fin(?:es)? de semana|en semaine|tous les jours|tutti i giorni|ogni giorno|fine settimana|todos os dias|fim de semana|doordeweeks|dagelijks|elke dag'
  // Portuguese leaves out -feira.
  const name = `(?:${[...long.map((each) => each.replace('-feira', '(?:-feira)?')), 'mon', 'tues?', 'wed', 'thu(?:rs?)?', 'fri', 'sat', 'sun'].join('|')})s?\\.?`
  const initial = `(?:${short.join('|')})\\.?`
  const to =
    '\\s?(?:[–—-]|\\bto\\b|\\bthrough\\b|\\bthru\\b|\\bbis\\b|\\ba\\b|\\bal\\b|\\bau\\b|\\btot(?: en met)?\\b|\\bt/m\\b)\\s?'
  const and = '(?:\\s?[,&]\\s?|\\s(?:and|und|y|et|en|e)\\s)(?:on |am |le |el |los |op |il )?'
  const days = `\\b(?:${groups}|${initial}[–—-]${initial}(?![a-z])|${name}(?:(?:${to}|${and})${name})*)(?![a-z])`
  // Of numbers alone, such as 9–5, those before a noun are others.
  const end = `(?=\\s?(?:$|[.,;!)(]|\\b(?:on|every|and|und|y|et|en|e)\\b|${days}))`
  const range = `(?<![\\d$€£.,:])${clock}\\s?(?:[–—-]|\\bto\\b|\\band\\b|\\bbis\\b|\\ba\\b|\\btot\\b|\\bund\\b|\\bet\\b|\\by\\b|\\balle\\b|\\bas\\b|\\buntil\\b)\\s?(?:las )?(?:${written}|${clock}${end})`
  const until = `\\b(?:until|till|bis|hasta|jusqu'?a|tot|${closeWords})\\s(?:las |alle )?(?:${written}|\\d{1,2}${end})`
  const opens = `\\bopens? at (?:${written}|\\d{1,2}${end})`
  const months = [supported, 'en'].flatMap((each) => listMonthNames(each).map(fold))
  // Open 9–5 on weekdays, and on Sundays.
  const also = `(?<=\\s(?:and|und|y|et|en)\\s(?:also )?(?:on |am |le |el |los |op )?)${days}(?=\\s*(?:$|[.,;!)]))`
  return {
    token: new RegExp(
      `(?<also>${also})|(?<days>${days})|(?<range>${range})|(?<until>${until})|(?<from>${opens})|(?<closed>\\b(?:${closedWords})\\b)`,
      'g',
    ),
    months: new RegExp(`\\b(?:${months.join('|')})\\b`),
  }
})

/** Days and times alone are short. */
const maxBareLength = 120
const twoFiguresPattern = /\d[^\d$€£]{1,9}\d/

/** Finds the sentences of a text that may say when the business is open. */
export function findHoursSentences(text: string): string[] {
  const isFound = (part: string) =>
    triggerPattern.test(part) ||
    part.includes('24') ||
    (part.length <= maxBareLength && twoFiguresPattern.test(part))
  if (!isFound(text)) return []
  return text.split(/(?<=[.!?])(?<!\b[ap]\.m\.)\s+|\n/i).filter((part) => isFound(part))
}

/** Reads a sentence. What it says of a service, a holiday or somebody else is left out. */
export function readStatedHours(sentence: string, language: string): StatedHours[] {
  const text = sentence
    .trim()
    .toLowerCase()
    .replace(/([ap])\.\s?m\b\.?/g, '$1m')
    .replaceAll('’', "'")
    .normalize('NFD')
    .replaceAll(/\p{M}|[*_]/gu, '')
  const { token, months } = getPatterns(language)
  const saysOpen = triggerPattern.test(sentence)
  const isBare = !/[a-z]/.test(text.replace(token, '').replace(fillers, ''))
  if (!isBare && !(saysOpen && ownPattern.test(text))) return []
  if (otherServicePattern.test(text)) return []
  if (unusualPattern.test(text) || months.test(text)) return []
  const stated: StatedHours[] = []
  let open: StatedHours = {}
  let beforeDays = ''
  const says = ({ times, opens, closes }: StatedHours) => (times ?? opens ?? closes) !== undefined
  for (const { groups = {}, index } of text.matchAll(token)) {
    const { also, days = also, ...what } = groups
    if (days !== undefined) beforeDays = text.slice(0, index)
    const part: StatedHours =
      days === undefined ? readTimes(what) : { days: readDays(days, language) }
    const before = says(open) ? open : stated.at(-1)
    if (also !== undefined && before?.days && before.times?.length !== 0) part.isOpen = true
    if (Object.values(part).every((value) => value === undefined)) return []
    // 9–12 and 13–17
    if (open.times?.length && part.times?.length) open.times.push(...part.times)
    else if (part.days ? open.days : says(open) && !(open.opens && part.closes)) {
      stated.push(open)
      open = part
    } else open = { ...open, ...part }
    if (open.days && says(open) && groups.range === undefined) {
      stated.push(open)
      open = {}
    }
  }
  if (stated.length === 0 && !says(open) && openOnPattern.test(beforeDays)) open.isOpen = true
  stated.push(open)
  if (!saysOpen && !stated.some(isWeekOfDays)) return []
  return stated.filter(
    (each) =>
      (says(each) || each.isOpen) &&
      (each.days !== undefined || (stated.length === 1 && each.times?.length !== 0)),
  )
}

/** Longer than a lesson, on more days: hours without a word for open are those of the business. */
const isWeekOfDays = ({ days = [], times = [] }: StatedHours): boolean =>
  days.length > 2 && times.some(([opens, closes]) => closes - opens >= 240)

const readDays = (text: string, language: string): number[] | undefined =>
  parseWrittenDays(text.replace(/ ?(?:t\/m|tot en met|thru) ?/g, '–'), language)

function readTimes({
  range,
  until,
  from,
  closed,
}: Record<string, string | undefined>): StatedHours {
  if (closed !== undefined) return { times: [] }
  if (range !== undefined) return { times: readRange(range) }
  const time = /\S*\d.*|\S+$/.exec((until ?? from)!)![0]
  const isOf12 = /^(?:\d|1[012])$/.test(time)
  const end = isOf12 ? 'am' : /^\d+$/.test(time) ? ':00' : ''
  const [[, minute] = []] = readRange(`midnight - ${time}${end}`) ?? []
  return {
    [until === undefined ? 'opens' : 'closes']: minute,
    ...(isOf12 && { isOf12 }),
  }
}

/** Reads `9 to 5`, `9 bis 17 uhr`, `9:00–17.30`. */
function readRange(text: string): TimeRange[] | undefined {
  const clocks = text
    .replace(/ ?(?:uhr|uur|heures|horas|h\b)/g, 'h')
    .replace(/(\d)\.(\d\d)/g, '$1:$2')
    .replace(/:(\d\d)h/g, ':$1')
  const [from, to] = clocks.split(
    /\s?(?:[–—-]|\b(?:to|and|bis|a|tot|und|et|y|alle|as|until)\b(?: las)?)\s?/,
  )
  const isOf24 = /\d:/.test(clocks) && !/[ap]m/.test(clocks)
  const write = (each = '') => (isOf24 && /^\d\d?$/.test(each) ? `${each}:00` : each)
  const known = parseWrittenTimes(`${write(from)} - ${write(to)}`)
  if (known) return known
  const [opens, closes] = [from, to].map((each) =>
    /^\d{1,2}h?$/.test(each ?? '') ? Number.parseInt(each!, 10) : Number.NaN,
  )
  if (!(opens! <= 24 && closes! <= 24)) return undefined
  return closes! > opens! && opens! >= 5 ? [[opens! * 60, closes! * 60]] : undefined
}

/** Whether hours of a day are what is stated. A pause within them is no contradiction. */
export function agreesWith(
  { times, opens, closes, isOf12 }: StatedHours,
  hours: TimeRange[],
): boolean {
  const [first, last] = [hours[0]?.[0], hours.at(-1)?.[1]]
  const isAt = (stated: number, minute = Number.NaN) =>
    (minute - stated) % (isOf12 ? minutesPerDay / 2 : minutesPerDay) === 0
  if (opens !== undefined && !isAt(opens, first)) return false
  if (closes !== undefined) return isAt(closes, last)
  if (times === undefined) return hours.length > 0
  if (times.length !== 1) return String(times) === String(hours)
  return first === times[0]![0] && last === times[0]![1]
}
