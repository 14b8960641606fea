import type { FactListing } from '../../../report/list-facts.ts'
import { replaceCitations } from './citations.ts'
import { isRecord } from '../../../../schema/util/records.ts'

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
export function summarize(value: unknown, facts: FactListing[]): string {
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
