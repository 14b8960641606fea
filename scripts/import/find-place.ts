/** The country and the language of an old site, with what they follow from. */
import { isRecord } from '../../schema/util/records.ts'
import { countItems, rankByCount } from '../../schema/util/group-by.ts'
import { UserError } from '../shared/user-error.ts'
import { eld } from 'eld/extrasmall'
import { getCountryCallingCode, isSupportedCountry, type CountryCode } from 'libphonenumber-js'
import { parsePhone } from '../../schema/util/phone-numbers.ts'
import type { OldHead } from './html/read-head.ts'

/** A value with its reason, as a part of a sentence. */
export type Derived = { value: string; reason: string }

export type OldCountry = Derived & { value: CountryCode }

/** What the place of an old site follows from. */
type PlaceSource = {
  origin: string
  heads: Pick<OldHead, 'language' | 'jsonLd'>[]
  /** The language that the source states for the whole site. */
  stated?: string | undefined
  /** What visitors read. */
  text: string
}

/** Countries by the sign of their currency, which no other one has. */
const currencyCountries = { '£': 'GB', zł: 'PL', Kč: 'CZ', Ft: 'HU', 円: 'JP' }

/**
 * Matches a phone number with its country code, and not UTC+7, a negative zip code or a score, such
 * as 14 +13.
 */
const abroadPattern = /(?<![\w+.,]|\d[ (]{1,3})(?:\+|00) ?\d{1,3}(?:[ ()./-]{0,3}\d){7,12}(?!\d)/g

/** Domains of countries that are used elsewhere, too. */
const commonDomain = /^(?:ac|ag|ai|app|co|cc|fm|gg|im|io|la|ly|me|ms|nu|sc|sh|st|tk|to|tv|vc|ws)$/

/** @param given what the user has said */
export function chooseCountry(source: PlaceSource, given: string | undefined): OldCountry {
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
  const domain = new URL(origin).hostname.split('.').at(-1)!
  const toCountry = (end: string) => (end === 'uk' ? 'GB' : end.toUpperCase())
  const isOwn = (end: string) => isKnown(toCountry(end)) && !commonDomain.test(end)
  if (isOwn(domain)) return { value: toCountry(domain), reason: `.${domain}` }
  const codes = [...text.matchAll(abroadPattern)].flatMap(([found]) => {
    const { country, countryCallingCode } = parsePhone(found) ?? {}
    return country && countryCallingCode !== '1' ? country : []
  })
  const called = rankByCount(codes)[0]?.item
  if (called !== undefined) return { value: called, reason: `+${getCountryCallingCode(called)}` }
  const mailed = [...text.matchAll(/@[\w.-]+\.([a-z]{2})\b/g)].map(([, end = '']) => end)
  const [mail] = rankByCount(mailed)
  if (mail && isOwn(mail.item))
    return { value: toCountry(mail.item), reason: `mail addresses below .${mail.item}` }
  const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/.exec(text)?.[0]
  if (postcode !== undefined && /£|\bUK\b|United Kingdom|England|Scotland|Wales/.test(text))
    return { value: 'GB', reason: `the postcode ${postcode}` }
  for (const [reason, value] of Object.entries(currencyCountries)) {
    const prices = text.match(new RegExp(`£\\s?\\d|\\d\\s?${reason}(?![a-z])`, 'g')) ?? []
    if (prices.filter((price) => price.includes(reason)).length > 1) return { value, reason }
  }
  const { stated, words, tag } = listLanguages(source)
  const spoken = stated ?? words ?? tag
  const usual = spoken && new Intl.Locale(spoken).maximize().region
  if (isKnown(usual)) return { value: usual, reason: `the language ${spoken}` }
  return { value: 'US', reason: 'nothing on the old site' }
}

/** The languages that a source states, that the words of its pages have, and that most pages state. */
function listLanguages({ heads, stated, text }: PlaceSource) {
  const [most] = rankByCount(heads.flatMap(({ language }) => normalizeLanguage(language) ?? []))
  // What only some pages state says little of the others.
  const usual = most && most.count * 2 > heads.length ? most.item : undefined
  return { stated: normalizeLanguage(stated), words: detectLanguage(text, usual), tag: most?.item }
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
  const { stated, words, tag } = listLanguages(source)
  if (stated !== undefined) return { value: stated, reason: 'the export' }
  if (words !== undefined)
    return { value: addRegion(words, country), reason: 'the words of its pages' }
  if (tag !== undefined) return localize(tag, country)
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  return { value: addRegion(language, country), reason: `the country ${country}` }
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

/** English is written in several ways, and dates with it. Croatian and Serbian differ in few words. */
function addRegion(language: string, country: string): string {
  if (language === 'en') return `en-${/^(?:GB|IE|AU|NZ|ZA|IN|CA)$/.test(country) ? country : 'US'}`
  return language === 'hr' && /^(?:RS|ME)$/.test(country) ? 'sr-Latn' : language
}

function normalizeLanguage(tag = ''): string | undefined {
  if (!/^[a-z]{2,3}([-_][A-Za-z]{2,4})*$/i.test(tag)) return undefined
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

/** Of these, a language is not told apart from the other ones by its words. */
const alike = ['hr sr bs', 'no nb nn', 'id ms', 'uk be ru bg mk']
const areAlike = (one: string, other: string) =>
  one === other || alike.some((each) => [one, other].every((base) => each.includes(base)))
/** Whether a Chinese text has the letters of Taiwan, such as 們, rather than those of China, such as 们. */
const isTraditional = (text: string) =>
  countItems(text.match(/[們個來時國說對會學電業為與點]/g) ?? []).size >
  countItems(text.match(/[们个来时国说对会学电业为与点]/g) ?? []).size

/** How much more than the stated language the words must say another one. */
const clearlyMore = 1.2

/**
 * @param stated what most pages state. Many programs state en on all pages, so clear words count more
 * @returns undefined if that may be right
 */
function detectLanguage(text: string, stated?: string): string | undefined {
  const found = eld.detect(text)
  if (!found.isReliable()) return undefined
  if (found.language === 'zh' && !stated) return isTraditional(text) ? 'zh-Hant' : 'zh'
  if (stated === undefined) return found.language
  const base = new Intl.Locale(stated).language
  const { [base]: own = 0, [found.language]: most = 0 } = found.getScores()
  return areAlike(base, found.language) || most < clearlyMore * own ? undefined : found.language
}
