import { chooseLanguage, findSupportedLanguage } from '../util/supported-language.ts'
import type { Fact } from '../page-data.ts'
import type { Evidence, LedgerEntry } from '../types.gen.ts'
import type { FileLine, SourceLocation } from '../problems/location.ts'
import type { Measure } from '../validate/json-schema.ts'
import { countDecimals } from '../shared/calculate-quote.ts'

/** A figure in the unit of its fact, a range of figures, or of the unit `text`, a text. */
export type FactValue = number | string | { min: number; max: number }
/** One of several figures for a fact, with its source. @property plus whether it is at least that */
export type Reading = {
  value: FactValue
  plus?: boolean
  /**
   * The text in other languages, by tag. A tag without a country, such as `es`, applies to all
   * countries.
   */
  translations?: Record<string, string>
  source?: string
  evidence?: Evidence
}

/** `${count:towns}` cites the number of towns. */
export const countPrefix = 'count:'
/** `${reviews:count}` cites the number of reviews. */
export const reviewPrefix = 'reviews:'
/**
 * The fact that a page with reviews looks up, so that it is made again when one of them changes. No
 * text can cite it.
 */
export const reviewListFact = ':reviews'
/** `${total:evening}` cites the total of an example of the tariff. */
export const totalPrefix = 'total:'
/**
 * `${from:visit}` cites the least that a service of the tariff costs, and `${from:big-town}` the least
 * that the first service costs in a town.
 */
export const leastPrefix = 'from:'
/**
 * `${worth:package}` cites from how many units on, such as documents, the first service of the tariff
 * costs as much as another one.
 */
export const worthPrefix = 'worth:'

/** Whether a fact follows from other content, such as a count or a total, and is not in the ledger. */
export const isComputedFact = (name: string): boolean =>
  [countPrefix, reviewPrefix, reviewListFact, totalPrefix, leastPrefix, worthPrefix].some((start) =>
    name.startsWith(start),
  )

/** A fact with all its readings, the default first. */
export type LedgerFact = {
  name: string
  label: string
  unit: LedgerEntry['unit']
  readings: Map<string, Reading>
  settled?: string
  /** What is printed for 0, in every language or by language. */
  zero?: string | Record<string, string>
  placeholder: boolean
  /** Whether pages may print it only with evidence. */
  claim: boolean
  /** Whether what prints a reading without evidence is left out of the published site. */
  omitsUnproven: boolean
  /** Who must approve the value before it is published. */
  approval?: string
  /**
   * The name of the fact with the legal maximum for this price, and what else the price includes.
   */
  cap?: string
  includes?: string
  /** The name of a fact that must be greater. */
  lessThan?: string
  /** What whoever settles the fact has to know. */
  note?: string
  /** The destination of a distance measured from the business, in degrees. */
  measuredTo?: { latitude: number; longitude: number }
  /** The names of the facts that should add up to this one, and of those taken away from them. */
  sumOf?: string[]
  minus?: string[]
  /** The category whose articles this fact counts. */
  articlesIn?: string
  /** The table of a fact whose cells are facts. It has no readings itself. */
  table?: FactTableShape
  /** For a fact from a cell: the name of the fact with its table. */
  tableName?: string
  location: SourceLocation
}

/**
 * The rows and columns of a table of facts, without its values. Empty if the file cannot be read.
 * @property header the heading of the first column, which names the rows
 */
export type FactTableShape = {
  file: string
  header: string
  columns: TablePart[]
  rows: TablePart[]
  /** The language of the table. */
  language?: string
  /** Its headings and names in other languages, by tag. */
  words?: Record<string, Record<string, string>>
  /** For a set with a name: its rows, which blocks can list. */
  set?: ListedRows
}

/**
 * The rows of a set, each with its page, as plain data.
 * @property name what names a row in citations, with columns: `{{town|slug}}`
 */
export type ListedRows = {
  name: string
  columns: string[]
  facts: string[]
  unclearSeparators: string
  rows: { route: string; line: FileLine; cells: unknown[] }[]
}
type TablePart = { name: string; label: string }

/** Names the fact of a cell: `prices.bath.small`. */
export const toCellName = (table: string, row: TablePart, column: TablePart): string =>
  `${table}.${row.name}.${column.name}`

/** The ledger, and the names that an invalid file or entry may define. */
type KnownFacts = { facts: ReadonlyMap<string, LedgerFact>; possiblyDefined: ReadonlySet<string> }

/** Whether what cannot be read may define a fact, or the row of a set that has it. */
export function isPossiblyDefined(fact: string, { facts, possiblyDefined }: KnownFacts): boolean {
  const owner = fact.split('.')[0]!
  const table = facts.get(owner)?.table
  return possiblyDefined.has(fact) || ((!table || !!table.set) && possiblyDefined.has(owner))
}

/** Splits `name`, `name.reading`, or the name of a fact from a table: `prices.bath.small`. */
export function splitCitedName(cited: string): { name: string; reading?: string } {
  const steps = cited.split('.')
  const length = steps.length < 3 ? 1 : 3
  return { name: steps.slice(0, length).join('.'), reading: steps[length] }
}

/** Whether data, as it is written, cites a fact or one of its readings. */
export const cites = (data: unknown, fact: string): boolean =>
  typeof data === 'object' && data !== null
    ? Object.values(data).some((each) => cites(each, fact))
    : typeof data === 'string' && splitCitedName(data).name === fact

/** The name of the reading of a fact with a single value. */
export const soleReadingName = 'value'

/** Makes a fact with one value that is computed from other data. */
export const createComputedFact = (
  fact: Pick<LedgerFact, 'name' | 'label' | 'unit' | 'location'> & Partial<LedgerFact>,
  reading: Reading,
): LedgerFact => ({
  placeholder: false,
  claim: false,
  omitsUnproven: false,
  ...fact,
  readings: new Map([[soleReadingName, reading]]),
})

/** Names a reading as texts cite it: `name.reading`, or `name` if it is the only one. */
export const nameReading = ({ name }: Pick<LedgerFact, 'name'>, reading: string): string =>
  reading === soleReadingName ? name : `${name}.${reading}`

/** The ends of a range, which are equal for a single number. @returns undefined for a text */
export function toRange(value: FactValue): { min: number; max: number } | undefined {
  if (typeof value === 'string') return undefined
  return typeof value === 'number' ? { min: value, max: value } : value
}

/** The name of the reading that follows from other content, such as a total of the tariff. */
export const computedReadingName = 'computed'
/** The name that a worksheet gives to a reading that no source has. */
export const ownReadingName = 'own'

/** Chooses a reading: the settled one, else the named one, else the page's, else the first. */
export function chooseReading(
  fact: LedgerFact,
  named?: string,
  ofPage?: string,
): string | undefined {
  return fact.settled ?? named ?? ofPage ?? fact.readings.keys().next().value
}

/** Why a fact, or a reading of it, cannot be published. */
export type Unpublishable = 'placeholder' | 'unproven'

/**
 * Explains why a published page must not print a fact.
 * @param named the reading that is cited, if it is named
 * @param ofPage the reading that the page chooses, if it does
 */
export function explainUnpublishable(
  fact: LedgerFact,
  named?: string,
  ofPage?: string,
): Unpublishable | undefined {
  if (fact.placeholder) return 'placeholder'
  if (!fact.omitsUnproven) return undefined
  const reading = fact.readings.get(chooseReading(fact, named, ofPage) ?? '')
  return reading?.evidence ? undefined : 'unproven'
}

/** Formats a reading with its unit, keeping the numbers for structured data. */
export function formatReading(
  { unit, zero }: Pick<LedgerFact, 'unit' | 'zero'>,
  { value, plus, translations }: Reading,
  language: string,
): Fact {
  if (typeof value === 'string')
    return { text: chooseLanguage(translations, language) ?? value, unit }
  const free = typeof zero === 'object' ? chooseLanguage(zero, language) : zero
  const word = value === 0 ? free : undefined
  if (word !== undefined) return { text: word, value: 0, unit }
  const end = plus ? '+' : ''
  const formatNumber = (n: number) => formatFigure(n, unit, language)
  if (typeof value === 'number')
    return { text: addUnit(formatNumber(value) + end, value, unit, language), value, unit }
  const { min, max } = value
  const range = isCurrency(unit)
    ? formatPriceRange(min, max, unit, language)
    : `${formatNumber(min)}–${formatNumber(max)}`
  return { text: addUnit(range + end, max, unit, language), min, max, unit }
}

/** Formats a reading without its unit: "60" for "60 miles". */
export function formatReadingNumber({ value, plus }: Reading, language: string): string {
  const number = (n: number) => getNumberFormat(language, allDigits).format(n)
  if (typeof value === 'string') return value
  const figure =
    typeof value === 'number' ? number(value) : `${number(value.min)}–${number(value.max)}`
  return plus ? `${figure}+` : figure
}

/** Figures are never rounded: a price per word may be $0.655, and structured data says so too. */
const allDigits = { maximumFractionDigits: 20 }

const numberFormats = new Map<string, Intl.NumberFormat>()

/** Cached: creating a format is the slowest step of a citation. */
function getNumberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options)
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(language, options)
  numberFormats.set(key, format)
  return format
}

/** Whether a unit is a currency code, such as USD. */
export const isCurrency = (unit: string) => /^[A-Z]{3}$/.test(unit)

/** Lists how a currency is written next to a number: € and EUR. */
export function listCurrencySigns(currency: string): string[] {
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const [symbol] = getNumberFormat('en', options).formatToParts(0)
  return [symbol!.value, currency]
}

const unitsOf: Record<Measure, string[]> = {
  // A discount in percent is about money too.
  money: ['percent'],
  time: ['minutes', 'hours', 'days', 'months', 'years'],
  distance: ['miles', 'km'],
}

/**
 * Whether a fact of a unit may be cited where a measure is required. A fact with the unit text
 * always may, since it may say "by arrangement".
 */
export const hasMeasure = (unit: string, measure: Measure): boolean =>
  unit === 'text' || unitsOf[measure].includes(unit) || (measure === 'money' && isCurrency(unit))

const formatFigure = (n: number, unit: string, language: string): string =>
  isCurrency(unit)
    ? getPriceFormat(unit, language).format(n)
    : getNumberFormat(language, {
        minimumFractionDigits: unit === 'rating' ? 1 : 0,
        ...allDigits,
      }).format(n)

const getPriceFormat = (currency: string, language: string): Intl.NumberFormat =>
  getNumberFormat(language, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
    ...allDigits,
  } as Intl.NumberFormatOptions)

/** A language decides whether the currency is written once: $140–$160, 140–160 $. */
const formatPriceRange = (min: number, max: number, currency: string, language: string): string =>
  getPriceFormat(currency, language)
    .formatRangeToParts(min, max)
    .map(({ value }) => (/^\s*[-–]\s*$/.test(value) ? '–' : value))
    .join('')

/** Units that Intl localizes, including plurals. */
const intlUnits = new Map([
  ['minutes', 'minute'],
  ['hours', 'hour'],
  ['days', 'day'],
  ['months', 'month'],
  ['years', 'year'],
  ['miles', 'mile'],
  ['km', 'kilometer'],
  ['percent', 'percent'],
])
const suffixes = new Map([
  ['rating', '/5'],
  ['MB', ' MB'],
  ['Mbps', ' Mbps'],
])
const figurePartTypes = new Set(['integer', 'group', 'decimal', 'fraction'])

/** Adds the localized unit to a formatted number. `n` selects singular or plural. */
function addUnit(figure: string, n: number, unit: string, language: string): string {
  const name = intlUnits.get(unit)
  if (!name) return figure + (suffixes.get(unit) ?? '')
  const unitDisplay = name === 'percent' ? 'short' : 'long'
  const options = { style: 'unit', unit: name, unitDisplay, ...allDigits } as const
  const parts = getNumberFormat(language, options).formatToParts(n)
  const first = parts.findIndex(({ type }) => figurePartTypes.has(type))
  return parts
    .map(({ type, value }, index) =>
      index === first ? figure : figurePartTypes.has(type) ? '' : value,
    )
    .join('')
}

/**
 * Lists the separators before three digits that may be those of thousands or of decimals, where people
 * write one of these languages: a comma, unless it separates thousands, and a dot if it does.
 */
export function listUnclearSeparators(languages: string[]): string {
  const groups = languages.map(
    (language) =>
      getNumberFormat(findSupportedLanguage(language) ?? 'en-US', {})
        .formatToParts(1_000_000)
        .find(({ type }) => type === 'group')?.value,
  )
  return (groups.includes('.') ? '.' : '') + (groups.every((group) => group === ',') ? '' : ',')
}

/**
 * Replaces decimal commas, 45,7745, and drops the separators of thousands where both are written:
 * 1.250,00. In 1,250, the comma may separate thousands, unless that is more than can be meant.
 */
export const readDecimalCommas = (text: string, max = Infinity): string =>
  text
    .replace(
      /(?<![\d.,])(\d{1,3}([.,])\d{3}(?:\2\d{3})*)(?!\2)[.,](\d+)(?![\d.,])/g,
      (_, whole: string, _separator, rest: string) => `${whole.replace(/\D/g, '')}.${rest}`,
    )
    .replace(/(?<![\d.,])(\d{1,9}),(\d+)(?![\d.,])/g, (written, whole: string, rest: string) =>
      rest.length === 3 && !/^0/.test(whole) && Number(whole + rest) <= max
        ? written
        : `${whole}.${rest}`,
    )

/** Writes a figure with one meaning: 3.459 may be 3459 with a separator, but 3.4590 may not. */
export const spellFigure = (figure: unknown): string =>
  String(figure).replace(/^[1-9]\d{0,2}\.\d{3}$/, '$&0')

/** Matches a number as people write it, with a currency or a short unit, but not 1.2k, around it. */
const writtenNumber =
  /^(?:\p{Sc}|[A-Z]{3})?\s?(\d[\d\s.,'’]{0,20}?)\s?(?:\p{Sc}|(?!(?:[km]|mio|tsd)\.?$)\p{L}{1,3}\.?)?$/iu
/** Its groups of thousands, and its decimals after a comma or a point. */
const numberParts =
  /^(\d{1,3}(?:[\s.'’]\d{3})+(?=,)|\d{1,3}(?:[\s,'’]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/

/**
 * Suggests how to write 3,50 €, 1.234,50 or 12,5–14,5: numbers for people, but texts in YAML and tables.
 * @returns the number, or both ends of a range; undefined for a text that is no number, or not clearly
 */
export function suggestNumbers(text: string): string[] | undefined {
  const numbers = text.split(/\s?[-–]\s?/).map((part) => {
    const [, written = ''] = writtenNumber.exec(part.trim()) ?? []
    const [, whole, decimals] = numberParts.exec(written) ?? []
    return whole && whole.replace(/\D/g, '') + (decimals ? `.${decimals}` : '')
  })
  const isRange = numbers.length === 2 && Number(numbers[0]) < Number(numbers[1])
  return numbers[0] && (numbers.length === 1 || isRange) ? (numbers as string[]) : undefined
}

/**
 * Suggests how to write a word in the place of a number, such as free or gratis: prices of 0 can be
 * printed as one.
 */
export const suggestZeroFix = (text: string): string | undefined =>
  /^\p{L}+$/u.test(text)
    ? `Write only the number. If "${text}" means 0, write 0, and zero: ${text} beside the unit.`
    : undefined

/**
 * Explains a number that is one thousand times larger where its separator is that of thousands, such
 * as 1.250 or 1,250.
 * @param separators those that may be, see `listUnclearSeparators`
 * @param unit prices have two decimals in every language, unless the currency has three
 * @param max the largest number that can be meant
 * @returns undefined if the text has only one meaning
 */
export function explainAmbiguousNumber(
  text: string,
  separators: string,
  { unit = '', max = Infinity }: { unit?: string; max?: number } = {},
): { message: string; expected: string; fix: string } | undefined {
  const isPrice = isCurrency(unit) && countDecimals(unit) < 3
  const unclear = isPrice ? `.${separators}` : separators
  const matches = text.matchAll(/(?<![\d.,])[1-9]\d{0,2}([.,])\d{3}(?![\d.,])/g)
  const [written, separator = ''] = [...matches].find(([, each]) => unclear.includes(each!)) ?? []
  if (written === undefined) return undefined
  const smaller = written.replace(separator, '.')
  const larger = written.replace(separator, '')
  if (Number(larger) > max) return undefined
  const short = String(Number(smaller))
  const reason =
    separator === '.'
      ? isPrice
        ? `prices in ${unit} do not have three decimals`
        : 'the language of the page separates thousands with dots'
      : 'a comma separates thousands in some languages, and decimals in others'
  return {
    message: `"${written}" can be read as ${larger} or as ${short}, because ${reason}.`,
    expected: 'a number with one meaning',
    fix: `Write ${larger}, or ${short !== smaller ? short : unclear.includes('.') ? `${smaller}0` : smaller}.`,
  }
}
