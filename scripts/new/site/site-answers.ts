import { slugify } from '../../../schema/util/slugify.ts'
import { formatSuggestion, findNearestName } from '../../../schema/validate/nearest-name.ts'
import { findCountry } from '../../../schema/util/countries.ts'
import { formatPhone, parsePhone } from '../../../schema/util/phone-numbers.ts'
import { findState, hasStates, type State } from './states.ts'
import { ciHosts, type CiHost } from '../ci-template.ts'
import { colorsNamed, formatHex, parse } from 'culori'
import type { CountryCode } from 'libphonenumber-js'

/** What a new site is made from. */
export type SiteAnswers = {
  name: string
  /** The trade as it appears in a sentence: plumber, food truck. */
  trade: string
  /** Only some countries have states in their addresses; elsewhere, the region may be empty. */
  town: { name: string; region: string; country: CountryCode }
  /** A placeholder is a number that is reserved for fiction. */
  phone: { number: string; placeholder?: true }
  /** #rrggbb. Those of the trade by default. */
  colors: { accent?: string; ground?: string }
  /** Names of other towns. */
  nearby: string[]
  /** Where the site will be published. */
  host: CiHost
}

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

/** Lowercase, except for names and acronyms: Food Truck becomes food truck, HVAC and Thai stay. */
export function parseTrade(text: string): string {
  const words = parsePhrase(text, 'The trade', 28).split(' ')
  return words
    .map((word) => (/^\p{Lu}{2,}$/u.test(word) || isProper.test(word) ? word : word.toLowerCase()))
    .join(' ')
}

const isProper =
  /^(Thai|French|Greek|Irish|Swedish|Spanish|English|Turkish|German|Jewish|Polynesian|Christian|Christmas|Airbnb|Korean|Cuban|Indian|Asian|Persian|Ethiopian|Caribbean|Mediterranean|Montessori|[A-Z]\w+(nese|mese|lian|ican))$/

/** Parses `Boise, ID`, `boise idaho`, `Leeds, West Yorkshire, GB` or `Milano, Italy`. */
export function parseTown(text: string): SiteAnswers['town'] {
  const [town = '', ...places] = separateState(text)
  const name = capitalizeWords(parsePlace(town, 'The town'))
  const [region = '', named = ''] = places
  const expected =
    'Write the town and its state, such as Austin, TX, or the town and its country, such as Milano, Italy.'
  if (region === '' || places.length > 2) throw new InvalidAnswer(expected)
  const country = findCountry(named)
  if (named !== '' && !country)
    throw new InvalidAnswer(
      `${JSON.stringify(named)} is no country. Write its name, or two letters.`,
    )
  const state = findState(region, country)
  const only = named === '' && !state ? findCountry(region) : undefined
  if (only && !hasStates(only)) return { name, region: '', country: only }
  if (!country && !state)
    throw new InvalidAnswer(`${JSON.stringify(region)} is no state. ${expected}`)
  assertOneMeaning(region, named, state)
  const written =
    region.length <= 3
      ? region.toUpperCase()
      : capitalizeWords(parsePhrase(region, 'The state', 24))
  return { name, region: state?.code ?? written, country: country ?? state!.country }
}

/** Whether letters alone are a state or a country. Those of an American state are meant as such. */
function assertOneMeaning(letters: string, country: string, state: State | undefined): void {
  const other = country === '' && state && state.country !== 'US' ? findCountry(letters) : undefined
  if (!state || !other) return
  const [here, there] = [state.country, other].map((each) => countryNames.of(each)!)
  throw new InvalidAnswer(
    `${letters.toUpperCase()} is ${state.name} in ${here}, and ${there}. Write the country, too: ${state.name}, ${here}; or ${there} alone.`,
  )
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** Parses a number as people write it, with or without the code of the country. */
export function readPhoneAnswer(text: string, country: CountryCode): SiteAnswers['phone'] {
  const number = parsePhone(text, country)
  if (!number?.isValid()) {
    const where = countryNames.of(country)!
    throw new InvalidAnswer(
      `${JSON.stringify(text.trim())} is no phone number (country: ${where}). Write it with its area code, or with the code of its country, such as +49 761 555014.`,
    )
  }
  const isFictional = /^\+1...55501..$/.test(number.number)
  return { number: formatPhone(number), ...(isFictional && { placeholder: true }) }
}

/** Splits at commas, or before the name of a state at the end. */
function separateState(text: string): string[] {
  const words = text.trim().split(/\s+/)
  const start = words.findIndex((_, at) => at > 0 && findState(words.slice(at).join(' ')))
  return text.includes(',') || start === -1
    ? text.split(',').map((part) => part.trim())
    : [words.slice(0, start).join(' '), words.slice(start).join(' ')]
}

/** Names in one case are written as names: tucson, TUCSON. */
const capitalizeWords = (name: string): string =>
  name === name.toLowerCase() || name === name.toUpperCase()
    ? name.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
    : name

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
    `${JSON.stringify(text)} is not a color.${formatSuggestion(findNearestColor(plain))} Write a CSS color name such as navy or ivory, or a code such as #1d4ed8.`,
  )
}

/** Finds the color in CSS whose name is nearest: sandybrown for sand. */
function findNearestColor(text: string): string | undefined {
  const names = Object.keys(colorsNamed)
  return names.find((name) => name.startsWith(text)) ?? findNearestName(text, names)
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
