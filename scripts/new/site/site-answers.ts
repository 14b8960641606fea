import { slugify } from '../../../schema/util/slugify.ts'
import { formatSuggestion, findNearestName } from '../../../schema/validate/nearest-name.ts'
import { ciHosts, type CiHost } from '../ci-template.ts'
import { closest } from 'fastest-levenshtein'
import { colorsNamed, formatHex, parse } from 'culori'

/** What a new site is made from. */
export type SiteAnswers = {
  name: string
  /** The trade as it appears in a sentence: plumber, food truck. */
  trade: string
  town: { name: string; region: string; country: Country }
  phone: { number: string; placeholder?: true }
  /** #rrggbb. Those of the trade by default. */
  colors: { accent?: string; ground?: string }
  /** Names of other towns. */
  nearby: string[]
  /** Where the site will be published. */
  host: CiHost
}

export type Country = keyof typeof countries

/** Countries whose currency is a unit of facts. */
export const countries = {
  US: { language: 'en-US', currency: 'USD', callingCode: '1' },
  CA: { language: 'en-CA', currency: 'CAD', callingCode: '1' },
  GB: { language: 'en-GB', currency: 'GBP', callingCode: '44' },
  IE: { language: 'en-IE', currency: 'EUR', callingCode: '353' },
  AU: { language: 'en-AU', currency: 'AUD', callingCode: '61' },
}
const canadianProvinces = 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' ')

/** An answer that cannot be used. The message is a sentence that says what to write instead. */
export class InvalidAnswer extends Error {}

/** Characters that have a meaning in texts of a site. */
const specialCharacters = /[<>{}[\]*_`$\\|\p{Cc}\p{Cf}]/u

function parsePhrase(text: string, what: string, maxLength: number): string {
  const words = text.trim().replace(/\s+/g, ' ')
  const [special] = specialCharacters.exec(words) ?? []
  if (special !== undefined)
    throw new InvalidAnswer(`${what} must not contain ${JSON.stringify(special)}.`)
  if (words === '') throw new InvalidAnswer(`${what} is missing.`)
  if (!/\p{L}/u.test(words)) throw new InvalidAnswer(`${what} must have letters in it.`)
  if (words.length > maxLength)
    throw new InvalidAnswer(
      `${what} must have at most ${maxLength} characters, and this has ${words.length}.`,
    )
  return words
}

/** A name that becomes part of an address. */
function parsePlace(text: string, what: string): string {
  const name = parsePhrase(text, what, 28)
  if (!/^[a-z0-9-]+$/.test(slugify(name)))
    throw new InvalidAnswer(`${what} must be written with the letters A to Z.`)
  return name
}

export const parseName = (text: string): string => parsePhrase(text, 'The name', 50)

/** Lowercase, except for acronyms: Food Truck becomes food truck, HVAC stays. */
export function parseTrade(text: string): string {
  const words = parsePhrase(text, 'The trade', 28).split(' ')
  return words.map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase())).join(' ')
}

/** Parses `Austin, TX`, or `Leeds, West Yorkshire, GB` for other countries than the US. */
export function parseTown(text: string): SiteAnswers['town'] {
  const [town = '', region = '', country, ...rest] = text.split(',').map((part) => part.trim())
  const name = parsePlace(town, 'The town')
  if (region === '' || rest.length > 0)
    throw new InvalidAnswer('Write the town and its state, such as Austin, TX.')
  const state = region.length <= 3 ? region.toUpperCase() : parsePhrase(region, 'The state', 24)
  const code = country?.toUpperCase() ?? (canadianProvinces.includes(state) ? 'CA' : 'US')
  if (!Object.hasOwn(countries, code))
    throw new InvalidAnswer(
      `The country must be one of ${Object.keys(countries).join(', ')}, not ${JSON.stringify(country)}.`,
    )
  return { name, region: state, country: code as Country }
}

/** Parses a number as people write it, with or without the code of the country. */
export function parsePhone(text: string, country: Country): SiteAnswers['phone'] {
  const { callingCode } = countries[country]
  const digits = text.replace(/\D/g, '')
  const invalid = () =>
    new InvalidAnswer(
      `Write the phone number with its area code, such as (432) 555-0142, not ${JSON.stringify(text.trim())}.`,
    )
  if (/[^\d\s().+/-]/.test(text)) throw invalid()
  const isInternational = text.trim().startsWith('+')
  if (callingCode === '1' && (!isInternational || digits.startsWith('1'))) {
    const [, area, exchange, line] = /^1?([2-9]\d{2})([2-9]\d{2})(\d{4})$/.exec(digits) ?? []
    if (area === undefined) throw invalid()
    // Numbers that are reserved for fiction.
    const isFictional = exchange === '555' && line!.startsWith('01')
    return {
      number: `+1 (${area}) ${exchange}-${line}`,
      ...(isFictional && { placeholder: true }),
    }
  }
  const code = isInternational ? findCallingCode(text) : callingCode
  if (code === undefined) throw invalid()
  // Removes the leading zero, which is dialed only inside the country.
  const local = text.replace(/\(0\)/, '').replace(isInternational ? `+${code}` : /0/, '')
  const groups = local.replaceAll(/[\s/]+/g, ' ').replace(/^[ .-]+| $/g, '')
  const digitCount = code.length + groups.replace(/\D/g, '').length
  if (digitCount < 9 || digitCount > 15) throw invalid()
  return { number: `+${code} ${groups}` }
}

/**
 * Finds the calling code in front of a number: the code of a known country, or a separate group of
 * digits.
 */
const findCallingCode = (number: string): string | undefined =>
  Object.values(countries)
    .map(({ callingCode }) => callingCode)
    .find((code) => number.trim().startsWith(`+${code}`)) ?? /\+(\d{1,3})[ .-]/.exec(number)?.[1]

/** Parses one color or two: the color of buttons and links, and the background color. */
export function parseColors(text: string): SiteAnswers['colors'] {
  const names = text.split(',').map((part) => part.trim())
  if (names.length > 2)
    throw new InvalidAnswer(
      'Write one or two colors: navy, or also that of the background: navy, ivory.',
    )
  const [accent, ground] = names.map(parseColor)
  return { accent, ground }
}

function parseColor(text: string): string {
  const plain = text.replace(/\s+/g, '').toLowerCase()
  const color = parse(plain) ?? parse(`#${plain}`)
  if (color && (color.alpha ?? 1) === 1) return formatHex(color)
  throw new InvalidAnswer(
    `${JSON.stringify(text)} is not a color. Did you mean ${findNearestColor(plain)}? Write a CSS color name such as navy, or a code such as #1d4ed8.`,
  )
}

/** Finds the color in CSS whose name is nearest: sandybrown for sand. */
function findNearestColor(text: string): string {
  const names = Object.keys(colorsNamed)
  return names.find((name) => name.startsWith(text)) ?? closest(text, names)
}

export function parseNearby(text: string): string[] {
  const names = text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => parsePlace(part, 'A town'))
  if (names.length > 2) throw new InvalidAnswer('Write at most two towns. More of them fit later.')
  return names
}

/** Parses where the site will be published: github, netlify. */
export function parseHost(text: string): CiHost {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/[ -]?pages$/, '')
  const host = ciHosts.find((each) => each === name)
  if (host) return host
  const nearest = findNearestName(name, ciHosts)
  throw new InvalidAnswer(
    `${JSON.stringify(text.trim())} is not known.${formatSuggestion(nearest)} Write one of ${ciHosts.join(', ')}.`,
  )
}
