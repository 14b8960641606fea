import { capitalize } from './capitalize.ts'

/** Names that are not words of everyday language. */
const knownWords: Record<string, string> = {
  alt: 'Description for those who cannot see it',
  eyebrow: 'Above the heading',
  faq: 'FAQ',
  hero: 'Page header',
  href: 'Link',
  id: 'Anchor',
  lead: 'Introduction',
  noindex: 'Hidden from search engines',
  origin: 'Web address',
  originPlaceholder: 'Web address not real yet',
  ppc: 'Ad page',
  src: 'File',
}

/** Parts of a site's files that have a form of their own. */
export const sectionNames: Record<string, string> = {
  navigation: 'Menus and footer',
  site: 'Site settings',
  statements: 'What pages must say, and must not',
}

/** Turns the name of a property or of a block type into words: `postalCode` → *Postal code*. */
export function toWords(name: string): string {
  const known = knownWords[name] ?? nameLanguage(name)
  if (known !== undefined) return known
  // An abbreviation stays as it is.
  if (name === name.toUpperCase()) return nameCurrency(name) ?? name
  const words = name
    .replaceAll('-', ' ')
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    // HVAC stays in capitals.
    .replace(/\b[A-Z](?![A-Z])/g, (letter) => letter.toLowerCase())
  return capitalize(words)
}

/** What a text of a new entry begins with, until somebody writes it: *New answer*. */
export const createStarter = (name: string): string => `New ${toWords(name).toLowerCase()}`

/** `USD` → *US Dollar (USD)*. */
function nameCurrency(code: string): string | undefined {
  const name = /^[A-Z]{3}$/.test(code) ? currencyNames.of(code) : undefined
  return name === undefined || name === code ? undefined : `${name} (${code})`
}

const currencyNames = new Intl.DisplayNames(['en'], { type: 'currency' })

/** `es-US` → *Español (US)*. */
function nameLanguage(tag: string): string | undefined {
  const [, language, region] = /^([a-z]{2,3})-([A-Z]{2}|\d{3})$/.exec(tag) ?? []
  if (language === undefined) return undefined
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return `${capitalize(name)} (${region})`
}
