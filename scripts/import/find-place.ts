/** The country and the language of an old site, with what they follow from. */
import { isRecord } from '../../schema/util/records.ts'
import { rankByCount } from '../../schema/util/group-by.ts'
import { UserError } from '../shared/user-error.ts'
import { getCountryCallingCode, isSupportedCountry, type CountryCode } from 'libphonenumber-js'
import { parsePhone } from '../../schema/util/phone-numbers.ts'
import type { OldHead } from './html/read-head.ts'

/** A value with its reason, as a part of a sentence. */
export type Derived = { value: string; reason: string }

export type OldCountry = Derived & { value: CountryCode }

/** What the place of an old site follows from. */
type PlaceSource = {
  origin?: string | undefined
  heads: Pick<OldHead, 'language' | 'jsonLd'>[]
  /** The language that the source states for the whole site. */
  stated?: string | undefined
  /** What visitors read. */
  text: string
}

/** Currencies of one country, as a text has them. */
const currencySigns: [country: string, sign: string, pattern: RegExp][] = [
  ['GB', '£', /£\s?\d/g],
  ['PL', 'zł', /\d\s?zł/g],
  ['CZ', 'Kč', /\d\s?Kč/g],
  ['HU', 'Ft', /\d\s?Ft\b/g],
  ['JP', '円', /\d円/g],
]

/**
 * Matches a phone number with its country code, and not UTC+7, a negative zip code or a score, such
 * as 14 +13.
 */
const abroadPattern = /(?<![\w+.,]|\d[ (]{1,3})(?:\+|00) ?\d{1,3}(?:[ ()./-]{0,3}\d){7,12}(?!\d)/g

/** Domains of countries that are used elsewhere, too. */
const commonDomain = /^(?:ac|ag|ai|app|co|cc|fm|gg|im|io|la|ly|me|ms|nu|sc|sh|st|tk|to|tv|vc|ws)$/

/** @param given what the user has said */
export function findCountry(source: PlaceSource, given: string | undefined): OldCountry {
  const { value, reason } =
    given === undefined
      ? deriveCountry(source)
      : { value: given.toUpperCase(), reason: '--country' }
  if (!isSupportedCountry(value))
    throw new UserError(
      `Write --country with the two letters of a country, such as DE, not ${value}. Nothing was written.`,
    )
  return { value, reason }
}

function deriveCountry(source: PlaceSource): Derived {
  const { origin, heads, text } = source
  const isKnown = (code: string | undefined): code is CountryCode =>
    code !== undefined && isSupportedCountry(code)
  const addresses = heads.flatMap(({ jsonLd }) => jsonLd).map(({ address }) => address)
  const marked = addresses.flatMap((address) =>
    isRecord(address) && typeof address.addressCountry === 'string'
      ? address.addressCountry.toUpperCase()
      : [],
  )
  const named = rankByCount(marked)[0]?.item
  if (isKnown(named)) return { value: named, reason: 'its structured data' }
  const domain = origin && URL.canParse(origin) ? new URL(origin).hostname.split('.').at(-1)! : ''
  const own = domain === 'uk' ? 'GB' : domain.toUpperCase()
  if (isKnown(own) && !commonDomain.test(domain)) return { value: own, reason: `.${domain}` }
  const codes = [...text.matchAll(abroadPattern)].flatMap(([found]) => {
    const { country, countryCallingCode } = parsePhone(found) ?? {}
    return country && countryCallingCode !== '1' ? country : []
  })
  const called = rankByCount(codes)[0]?.item
  if (called !== undefined) return { value: called, reason: `+${getCountryCallingCode(called)}` }
  const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/.exec(text)?.[0]
  if (postcode !== undefined && /£|\bUK\b|United Kingdom|England|Scotland|Wales/.test(text))
    return { value: 'GB', reason: `the postcode ${postcode}` }
  for (const [value, reason, pattern] of currencySigns)
    if ((text.match(pattern)?.length ?? 0) > 1) return { value, reason }
  const spoken = findSpoken(source)?.value
  const usual = spoken && new Intl.Locale(spoken).maximize().region
  if (isKnown(usual)) return { value: usual, reason: `the language ${spoken}` }
  return { value: 'US', reason: 'nothing on the old site' }
}

type Spoken = Derived & { from: 'export' | 'pages' | 'words' }

/** The language that a source states, most of its pages, or their words. */
function findSpoken({ heads, stated, text }: PlaceSource): Spoken | undefined {
  const own = normalizeLanguage(stated)
  if (own !== undefined) return { from: 'export', value: own, reason: 'the export' }
  const [most] = rankByCount(heads.flatMap(({ language }) => normalizeLanguage(language) ?? []))
  // What only some pages state says little of the others.
  const read = most && most.count * 2 > heads.length ? undefined : detectLanguage(text)
  if (read !== undefined) return { from: 'words', value: read, reason: 'the words of its pages' }
  return most && { from: 'pages', value: most.item, reason: 'lang= on its pages' }
}

/**
 * @param given what the user has said
 * @param country where the site is, for the language of its texts if nothing states it
 */
export function findLanguage(
  source: PlaceSource,
  country: string,
  given: string | undefined,
): Derived {
  if (given !== undefined) {
    const value = normalizeLanguage(given)
    if (value !== undefined) return { value, reason: '--language' }
    throw new UserError(
      `${given} is no language. Write a tag such as de or en-GB. Nothing was written.`,
    )
  }
  const spoken = findSpoken(source)
  if (spoken?.from === 'pages') return localize(spoken.value, country)
  const value = spoken?.value ?? new Intl.Locale(`und-${country}`).maximize().language
  return {
    value: spoken?.from === 'export' ? value : addRegion(value, country),
    reason: spoken?.reason ?? `the country ${country}`,
  }
}

/** Programs state the usual region of a language, such as de-DE on the pages of an Austrian site. */
function localize(tag: string, country: string): Derived {
  const { language, region } = new Intl.Locale(tag)
  const isUsual = region === new Intl.Locale(language).maximize().region
  const isSpoken = new Intl.Locale(`und-${country}`).maximize().language === language
  return isUsual && isSpoken && region !== country
    ? {
        value: `${language}-${country}`,
        reason: `lang=${tag} on its pages, and the country ${country}`,
      }
    : { value: tag, reason: 'lang= on its pages' }
}

/** English is written in several ways, and dates with it. */
const addRegion = (language: string, country: string): string =>
  language === 'en' ? `en-${/^(?:GB|IE|AU|NZ|ZA|IN|CA)$/.test(country) ? country : 'US'}` : language

function normalizeLanguage(tag = ''): string | undefined {
  if (!/^[a-z]{2,3}([-_][A-Za-z]{2,4})*$/i.test(tag)) return undefined
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

/** Words that no other of these languages has, and that every text has. */
const commonWords = new Map([
  ['en', 'the and of you with for our is'],
  ['de', 'der und das nicht mit für wir ist'],
  ['fr', 'le les et des est pour nous vous'],
  ['es', 'el los y las para con nuestra del'],
  ['it', 'il che gli della per con sono nostra'],
  ['nl', 'het een van en voor niet wij onze'],
  ['pt', 'os que para com uma não nossa você'],
  ['pl', 'nie się jest dla oraz na do że'],
])
const minWords = 5

function detectLanguage(text: string): string | undefined {
  const words = new Map<string, number>()
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu))
    words.set(word, (words.get(word) ?? 0) + 1)
  const counts = [...commonWords].map(([language, common]) => ({
    language,
    count: common.split(' ').reduce((sum, word) => sum + (words.get(word) ?? 0), 0),
  }))
  const [first] = counts.sort((one, other) => other.count - one.count)
  return first && first.count >= minWords ? first.language : undefined
}
