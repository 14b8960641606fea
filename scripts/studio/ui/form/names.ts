import type { FactListing } from '../../../report/list-facts.ts'
import { printWords } from './citations.ts'
import { asRecord, isRecord } from '../../../../schema/util/records.ts'
import { nameValue } from '../../../edit/name-value.ts'
import type { JsonValue } from '../../../edit/yaml-operations.ts'

/** Summarizes a value in a few words, such as a question of a list; empty if it has no text. */
export function summarize(value: unknown, facts: FactListing[]): string {
  const { type: _, ...named } = asRecord(value)
  const print = (text: string) => printWords(facts, text)
  const name = nameValue((isRecord(value) ? named : value) as JsonValue | undefined, print)
  const any = Object.values(named).find((each) => typeof each === 'string' && each !== '')
  // Of an article, the first line: its heading.
  const [line] = String(any ?? '').split('\n')
  return name ?? nameValue(line, print) ?? ''
}

/**
 * Names one entry of a list by its description, or by the name of the list if it has none: *One
 * question.* → `question`, `categories` → `category`.
 */
export function nameEntry(list: string, description = ''): string {
  const [, described] = /^(?:One|An?) ([a-z]+(?: [a-z]+)?)[.:,]/.exec(description) ?? []
  return described ?? list.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
}
