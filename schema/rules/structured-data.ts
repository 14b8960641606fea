import { asRecord, isRecord } from '../util/records.ts'
import { resolveLanguage } from '../resolve/site/site-text.ts'
import { memoizeByObject } from '../util/memoize-by-object.ts'
import { problemAt } from '../problems/problem.ts'
import type { SiteData } from '../page-data.ts'
import type { ResolvedPage } from '../resolve/page/page-types.ts'
import { type SourceLocation, locateChild } from '../problems/location.ts'
import { postalCodeFirst } from '../resolve/site/format-postal-address.ts'
import { asText } from '../util/as-text.ts'
import type { PageRule } from './types.ts'

/** Collects the text that every page prints: the header, the footer, the phone number. */
const collectShellText = memoizeByObject(
  ({ name, phone, email, header, footer, address }: SiteData) =>
    collectPrintedText(name, phone.text, phone.href, email.text, header, footer, address),
)

/** Checks that a page prints what its structured data says. */
export const checkStructuredData: PageRule = (page, { site, settings, getJsonLd }) => {
  if (!site) return []
  // Validation reports a type that is not text.
  const { type = '' } = asRecord(settings.business)
  if (typeof type !== 'string') return []
  const shell = collectShellText(site)
  const { data } = page
  const own = collectPrintedText(data.blocks, data.breadcrumbs, data.article)
  const printed = {
    words: `${own.words} ${shell.words}`,
    joined: `${own.joined}\n${shell.joined}`,
  }
  return (
    findUnprintedValues(
      tryGetJsonLd(page, getJsonLd),
      printed,
      resolveLanguage({ language: data.language ?? site.language }),
    )
      // The description of the business is for search engines. Pages describe it at length.
      .filter(({ path }) => path !== `${type}.description`)
      .map(({ path, value }) =>
        problemAt(
          locateProperty(page, path),
          'UNPRINTED_STRUCTURED_DATA',
          `The structured data of ${page.route} says "${value}" (${path}), but the page does not.`,
          { found: String(value) },
        ),
      )
  )
}

/**
 * Builds structured data; empty if this throws, since a page that breaks the schema may lack any
 * property. For a valid page, the error is not hidden: rendering the page throws it again.
 */
function tryGetJsonLd(page: ResolvedPage, getJsonLd: (page: ResolvedPage) => object[]): object[] {
  try {
    return getJsonLd(page)
  } catch {
    return []
  }
}

/**
 * Returns the location where an author writes a value of structured data: below `service`, or the
 * page.
 */
function locateProperty({ location, meta }: ResolvedPage, path: string): SourceLocation {
  const [type, property] = path.split('.')
  const written: Record<string, string> = {
    name: 'name',
    description: 'description',
    areaServed: 'area',
    offers: 'price',
  }
  if (type === 'Service' && meta.service && property && written[property])
    return locateChild(location, 'service', written[property])
  return location
}

/** A text or number in structured data that its page does not print. */
type UnprintedValue = { path: string; value: string | number }

/** Properties whose values are printed in another form or not at all. */
const unprintedProperties = new Set([
  // Names of the vocabulary and of the object, and the languages that pages are in.
  ...['@context', '@type', '@id', 'inLanguage'],
  // Addresses of pages and pictures, and the order of what is printed.
  ...['url', 'item', 'sameAs', 'mainEntityOfPage', 'image', 'position'],
  // A rough figure for search engines.
  'priceRange',
  // Printed as a symbol, a region, a town or its distance.
  ...['priceCurrency', 'addressCountry', 'latitude', 'longitude', 'geoRadius'],
  // Opening hours, which pages print in words.
  ...['dayOfWeek', 'opens', 'closes'],
  // Days, which pages print in the form of the language.
  ...['validFrom', 'validThrough', 'datePublished', 'dateModified'],
])

/** Keys of page data whose values are never visible text. */
const invisibleKeys = new Set(['type', 'icon', 'href', 'src', 'id', 'anchor', 'seed', 't'])

/**
 * The text that a page prints, in lowercase.
 * @property words the texts, separated by spaces
 * @property joined the texts without any spaces, in which a sentence is found even if its words
 * have different styles
 */
type PageText = { words: string; joined: string }

/**
 * Collects the text of page data.
 * @param values such as blocks, breadcrumbs and the footer
 */
export function collectPrintedText(...values: unknown[]): PageText {
  const texts: string[] = []
  const collect = (value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number') texts.push(String(value))
    else if (Array.isArray(value)) value.forEach(collect)
    else if (isRecord(value))
      // The number that a link dials is printed in the form of its country.
      for (const [key, child] of Object.entries(value))
        if (!invisibleKeys.has(key) || (typeof child === 'string' && child.startsWith('tel:')))
          collect(child)
  }
  values.forEach(collect)
  return { words: texts.join(' ').toLowerCase(), joined: foldText(texts.join('')) }
}

const foldText = (text: string) => text.replace(/\s+/g, '').toLowerCase()

/**
 * Finds the texts and numbers in structured data that are missing from the printed text.
 * @param language the language in which the page prints numbers
 */
export function findUnprintedValues(
  things: object[],
  printed: PageText,
  language: string,
): UnprintedValue[] {
  const found: UnprintedValue[] = []
  const visit = (value: unknown, path: string, name: string) => {
    if (Array.isArray(value)) return value.forEach((item) => visit(item, path, name))
    if (isRecord(value)) {
      for (const [key, child] of Object.entries(value))
        if (
          !unprintedProperties.has(key) &&
          !(key === 'addressRegion' && postalCodeFirst.test(asText(value.addressCountry)))
        )
          visit(child, `${path || String(value['@type'])}.${key}`, key)
    } else if (typeof value === 'number' || typeof value === 'string') {
      if (!isPrinted(value, name, printed, language)) found.push({ path, value })
    }
  }
  visit(things, '', '')
  return found
}

function isPrinted(
  value: string | number,
  name: string,
  { words, joined }: PageText,
  language: string,
): boolean {
  if (typeof value === 'number') return hasFigure(words, value, language)
  if (name === 'telephone') return joined.includes(value.toLowerCase())
  return joined.includes(foldText(value))
}

/**
 * Whether a text contains a number, with or without thousands separators, and not only as part of
 * another number.
 */
function hasFigure(text: string, value: number, language: string): boolean {
  const print = (minimumFractionDigits: number) =>
    value.toLocaleString(language, { minimumFractionDigits, maximumFractionDigits: 20 })
  return [String(value), print(0), print(2)].some((form) =>
    new RegExp(`(?<![\\d.,])${form.replaceAll('.', '\\.')}(?![\\d]|[.,]\\d)`).test(text),
  )
}
