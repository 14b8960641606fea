import { createWordFilter } from '../../../../blocks/shared/text/match-words.ts'
import { isRecord } from '../../../../schema/util/records.ts'
import type { Schema } from '../../../../schema/validate/json-schema.ts'
import { wordLabel } from '../../../edit/plain-words.ts'
import { describeShape } from './describe-shape.ts'

/** What a search of the settings finds one by: what it is called, consists of and says. */
export function describeSetting(
  root: Schema,
  name: string,
  schema: Schema,
  value: unknown,
  depth = 0,
): string {
  const shape = describeShape(root, schema)
  const parts = shape.kind === 'group' && depth < 2 ? shape.properties : []
  const below = parts.map((each) =>
    describeSetting(root, each.name, each.schema, undefined, depth + 1),
  )
  return [name, wordLabel(name, schema), shape.description, ...below, ...listLeafTexts(value)].join(
    ' ',
  )
}

const listLeafTexts = (value: unknown): string[] => {
  if (Array.isArray(value) || isRecord(value)) return Object.values(value).flatMap(listLeafTexts)
  return value === undefined || typeof value === 'boolean' ? [] : [String(value)]
}

/** Makes a test for texts that contain every word of a query, however people spell them. */
export function createSettingFilter(query: string): (text: string) => boolean {
  const matches = createWordFilter(foldSpelling(query))
  // A phone number is found as printed within the country, too: 0316/821234 for +43 316 821234.
  const digits = phonePattern.test(query) ? query.replace(/\D/g, '').replace(/^0/, '') : undefined
  return (text) =>
    matches(foldSpelling(text)) ||
    (digits !== undefined &&
      (text.match(/\+\d[\d ().-]+/g) ?? []).some((each) =>
        each.replace(/\D/g, '').includes(digits),
      ))
}

/** Matches a phone number, or a part of one. */
const phonePattern = /^[+(]?(?=(?:\D*\d){3})[\d ()./-]+$/

/** British and American spellings are the same, and a telephone is a phone. */
const foldSpelling = (text: string): string =>
  text
    .toLowerCase()
    .replace(/our(?=s?\b|ed\b|ing\b)/g, 'or')
    .replace(/(?<=[st])re\b/g, 'er')
    .replace(/(?<=[iy])s(?=e[ds]?\b|ing\b|ation)/g, 'z')
    .replace(/\bgrey\b/g, 'gray')
    .replace(/licen[cs]e/g, 'license')
    .replace(/telephone/g, 'phone')
