/** The country and the language of an old site, with what they follow from. */
import { isRecord } from '../../schema/util/records.ts'
import { rankByCount } from '../../schema/util/group-by.ts'
import { UserError } from '../shared/user-error.ts'
import type { OldHead } from './html/read-head.ts'

/** A value with its reason, as a part of a sentence. */
export type Derived = { value: string; reason: string }

export type OldCountry = Derived & { callingCode: string; dollar: string }

/** What the place of an old site follows from. */
type PlaceSource = {
  origin?: string | undefined
  heads: Pick<OldHead, 'language' | 'jsonLd'>[]
  /** The language that the source states for the whole site. */
  stated?: string | undefined
  /** What visitors read. */
  text: string
}

/** The calling codes of countries, for phone numbers that are written without them. */
const callingCodes = new Map(
  'US 1,CA 1,GB 44,IE 353,AU 61,NZ 64,ZA 27,IN 91,DE 49,AT 43,CH 41,LI 423,LU 352,FR 33,BE 32,NL 31,ES 34,PT 351,IT 39,MT 356,DK 45,SE 46,NO 47,FI 358,IS 354,EE 372,LV 371,LT 370,PL 48,CZ 420,SK 421,HU 36,SI 386,HR 385,RS 381,BA 387,RO 40,BG 359,GR 30,CY 357,TR 90,UA 380,RU 7,IL 972,AE 971,JP 81,CN 86,KR 82,HK 852,TW 886,SG 65,MY 60,TH 66,VN 84,PH 63,ID 62,MX 52,BR 55,AR 54,CL 56,CO 57,PE 51'
    .split(',')
    .map((entry) => entry.split(' ') as [country: string, code: string]),
)

/** Currencies that are written with a dollar sign, besides the American one. */
const dollars = new Map([
  ['CA', 'CAD'],
  ['AU', 'AUD'],
])

/** Currencies of one country, as a text has them. */
const currencySigns: [country: string, sign: string, pattern: RegExp][] = [
  ['GB', '£', /£\s?\d/g],
  ['PL', 'zł', /\d\s?zł/g],
  ['CZ', 'Kč', /\d\s?Kč/g],
  ['HU', 'Ft', /\d\s?Ft\b/g],
  ['JP', '円', /\d円/g],
]

/** Matches a phone number with its country code, and not UTC+7 or a negative zip code. */
const abroadPattern = /(?<![\w+.])(?:\+|00)\s?(\d{1,3})(?:[\s()./-]{0,3}\d){7,12}(?!\d)/g

/** Domains of countries that are used elsewhere, too. */
const commonDomain = /^(?:ai|app|co|cc|fm|io|me|tv|ws|la|gg|ly|to|sh)$/

/** @param given what the user has said */
export function findCountry(source: PlaceSource, given: string | undefined): OldCountry {
  const { value, reason } =
    given === undefined
      ? deriveCountry(source)
      : { value: given.toUpperCase(), reason: '--country' }
  const callingCode = callingCodes.get(value)
  if (callingCode === undefined)
    throw new UserError(
      `The country must be one of ${[...callingCodes.keys()].join(', ')}, not ${value}. Write --country CODE. Nothing was written.`,
    )
  return { value, reason, callingCode, dollar: dollars.get(value) ?? 'USD' }
}

function deriveCountry({ origin, heads, stated, text }: PlaceSource): Derived {
  const isKnown = (code: string | undefined): code is string =>
    code !== undefined && callingCodes.has(code)
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
  const codes = [...text.matchAll(abroadPattern)].flatMap(
    ([, digits = '']) =>
      [...callingCodes].find(([, code]) => digits.startsWith(code) && code !== '1')?.[0] ?? [],
  )
  const called = rankByCount(codes)[0]?.item
  if (called !== undefined) return { value: called, reason: `+${callingCodes.get(called)!}` }
  const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/.exec(text)?.[0]
  if (postcode !== undefined && /£|\bUK\b|United Kingdom|England|Scotland|Wales/.test(text))
    return { value: 'GB', reason: `the postcode ${postcode}` }
  for (const [value, reason, pattern] of currencySigns)
    if ((text.match(pattern)?.length ?? 0) > 1) return { value, reason }
  const languages = [stated, ...heads.map(({ language }) => language)].flatMap(
    (tag) => normalizeLanguage(tag) ?? [],
  )
  const language = rankByCount(languages)[0]?.item
  const region = language && new Intl.Locale(language).region
  if (isKnown(region)) return { value: region, reason: `the language ${language}` }
  const spoken = language ?? detectLanguage(text)
  const usual = spoken && new Intl.Locale(spoken).maximize().region
  if (isKnown(usual)) return { value: usual, reason: `the language ${spoken}` }
  return { value: 'US', reason: 'nothing on the old site' }
}

/**
 * @param given what the user has said
 * @param country where the site is, for the language of its texts if nothing states it
 */
export function findLanguage(
  { heads, stated, text }: PlaceSource,
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
  const own = normalizeLanguage(stated)
  if (own !== undefined) return { value: own, reason: 'the export' }
  const tags = heads.flatMap(({ language }) => normalizeLanguage(language) ?? [])
  const most = rankByCount(tags)[0]?.item
  if (most !== undefined) return localize(most, country)
  const read = detectLanguage(text)
  if (read !== undefined)
    return { value: addRegion(read, country), reason: 'the words of its pages' }
  const spoken = new Intl.Locale(`und-${country}`).maximize().language
  return { value: addRegion(spoken, country), reason: `the country ${country}` }
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
