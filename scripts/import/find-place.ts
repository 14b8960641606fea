/** The country and the language of an old site, with what they follow from. */
import { isRecord } from '../../schema/util/records.ts'
import { countItems, rankByCount } from '../../schema/util/group-by.ts'
import { UserError } from '../shared/user-error.ts'
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
  ['sv', 'och att är för inte från också våra'],
  ['cs', 'nebo při které také jsou jsme jako který'],
  ['ro', 'și pentru sau prin în sunt noastră noștri'],
  ['hu', 'és az hogy egy nem vagy csak meg'],
  ['tr', 've bir için ile bu olarak daha çok'],
  ['id', 'yang untuk dengan kami dari ini atau adalah'],
  ['pl', 'nie się jest dla oraz na do że'],
  ['hr', 'ili koji koje nije kako gdje što uvijek'],
  ['sr-Latn', 'ili koji koje nije kako gde šta uvek'],
])
const minWords = 5
const clearlyMore = 3

/** Scripts that say a language, those first that are written beside others: Japanese has Han, too. */
const scripts = 'Hira Kana Hang Hani Cyrl Grek Hebr Arab Thai'.split(' ')

/** The language whose letters a text is written in, and not only names or a sentence of it. */
function detectScript(text: string): string | undefined {
  const own = countLetters(text, /(?!\p{Script=Latin})\p{L}/gu)
  if (own * 2 < countLetters(text, /\p{L}/gu)) return undefined
  const isUsual = (letter: RegExp) => countLetters(text, letter) * 20 > own
  if (isUsual(/[іїєґ]/giu)) return 'uk'
  const script = scripts.find((each) => isUsual(new RegExp(`\\p{Script=${each}}`, 'gu')))
  return script && new Intl.Locale(`und-${script}`).maximize().language
}

const countLetters = (text: string, letter: RegExp) => text.match(letter)?.length ?? 0

/**
 * @param stated what most pages state. Many programs state en on all pages, so clear words count more
 * @returns undefined if that may be right
 */
function detectLanguage(text: string, stated?: string): string | undefined {
  const written = detectScript(text)
  const base = stated && new Intl.Locale(stated).language
  if (written !== undefined)
    return !stated || (base !== written && getScript(stated) !== getScript(written))
      ? written
      : undefined
  const words = countItems(text.toLowerCase().match(/\p{L}+/gu) ?? [])
  const countWords = (common: string) =>
    common.split(' ').reduce((sum, word) => sum + (words.get(word) ?? 0), 0)
  // What a program adds to each page is often English, which has these words in every sentence, and
  // no letters with marks.
  const all = [...words.values()].reduce((sum, count) => sum + count, 0)
  const isEnglish =
    countWords(commonWords.get('en')!) * 30 > all ||
    countLetters(text, /(?![a-z])\p{L}/giu) * 100 < countLetters(text, /\p{L}/gu)
  const counts = [...commonWords].map(([language, common]) => ({
    language,
    count: language === 'en' && !isEnglish ? 0 : countWords(common),
  }))
  const [first] = counts.sort((one, other) => other.count - one.count)
  const known = stated ? counts.find(({ language }) => language === base)?.count : 0
  const isClear = known !== undefined && first!.count > clearlyMore * known
  return isClear && first!.count >= minWords ? first!.language : undefined
}

const getScript = (tag: string) => new Intl.Locale(tag).maximize().script
