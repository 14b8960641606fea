import type { FactItem } from '../../protocol.ts'
import { replaceCitations } from './citations.ts'
import { isRecord } from '../../../../schema/util/records.ts'

/** Names that are not words of everyday language. */
const knownWords: Record<string, string> = {
  alt: 'Description for those who cannot see it',
  faq: 'FAQ',
  href: 'Link',
  id: 'Anchor',
  noindex: 'Hidden from search engines',
  src: 'File',
}

/** Turns the name of a property or of a block type into words: `postalCode` → *Postal code*. */
export function toWords(name: string): string {
  const known = knownWords[name] ?? nameLanguage(name)
  if (known !== undefined) return known
  // A currency such as USD stays as it is.
  if (name === name.toUpperCase()) return name
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `es-US` → *Español (US)*. */
function nameLanguage(tag: string): string | undefined {
  const [, language, region] = /^([a-z]{2,3})-([A-Z]{2}|\d{3})$/.exec(tag) ?? []
  if (language === undefined) return undefined
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} (${region})`
}

/** Properties that name what contains them, the best first. */
const nameProperties = [
  'heading',
  'title',
  'question',
  'label',
  'name',
  'term',
  'item',
  'text',
  'quote',
  'town',
  'caption',
  'href',
]

const maxLength = 60

/** Summarizes a value in a few words, such as a question of a list; empty if it has no text. */
export function summarize(value: unknown, facts: FactItem[]): string {
  if (typeof value === 'string') return shorten(replaceCitations(facts, value))
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!isRecord(value)) return ''
  const named = nameProperties.map((name) => value[name]).find(isText)
  const any = Object.entries(value).find(([name, each]) => name !== 'type' && isText(each))?.[1]
  return shorten(replaceCitations(facts, String(named ?? any ?? '')))
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function shorten(text: string): string {
  const line = text
    .replace(/\$\{[^}]*\}/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).trimEnd()}…` : line
}

/**
 * Names one entry of a list by its description, or by the name of the list if it has none: *One
 * question.* → `question`, `categories` → `category`.
 */
export function nameEntry(list: string, description = ''): string {
  const [, described] = /^(?:One|An?) ([a-z]+(?: [a-z]+)?)[.:,]/.exec(description) ?? []
  return described ?? list.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
}
