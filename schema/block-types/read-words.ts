import { parseFile } from '../source/parse-file.ts'
import { isRecord } from '../util/records.ts'

/** A text for each plural category of Unicode: `one` for 1 article, `other` for 2 articles. */
type PluralWord = { one?: string; two?: string; few?: string; many?: string; other: string }
export type Word = string | PluralWord

/**
 * Words by language and name. Every language has the same names. The first language is the
 * fallback.
 */
export type WordTable = Record<string, Record<string, Word>>

/** Lists the names of a word's variables, which are in braces. */
export const listBlanks = (word: Word): string[] => [
  ...new Set([...getText(word).matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)),
]

const getText = (word: Word) => (typeof word === 'string' ? word : word.other)

/**
 * Reads a file of words: languages, each with the same names.
 * @throws Error that says what is wrong, without the name of the file
 */
export function parseWords(file: string, bytes: Uint8Array): WordTable {
  const { value, problems } = parseFile(file, bytes)
  if (problems[0]) throw new Error(problems[0].message)
  if (!isRecord(value) || Object.keys(value).length === 0)
    throw new Error('there must be words by language, such as en: { search: Search }')
  const [first, ...others] = Object.keys(value)
  const table = value as WordTable
  for (const language of [first!, ...others]) checkLanguage(table, language, first!)
  return table
}

function checkLanguage(table: WordTable, language: string, first: string): void {
  const words = table[language]
  if (!isRecord(words)) throw new Error(`${language} must have words by name`)
  const names = new Set([...Object.keys(table[first]!), ...Object.keys(words)])
  for (const name of names) {
    const [original, word] = [table[first]![name], table[language]![name]]
    if (original === undefined || word === undefined)
      throw new Error(`${original === undefined ? first : language} has no word "${name}"`)
    const form = findMissingForm(word, language)
    if (form !== undefined) throw new Error(`"${name}" in ${language} has no text for ${form}`)
    if ((typeof word === 'string') !== (typeof original === 'string'))
      throw new Error(`"${name}" must have plural forms in ${first} and ${language}, or in neither`)
    if (String(listBlanks(word).sort()) !== String(listBlanks(original).sort()))
      throw new Error(`"${name}" must have the same names in braces in ${first} and ${language}`)
  }
}

/**
 * Lists the plural forms that a language uses for whole numbers, and `other`. Without `many` where it
 * is for millions only, as in Spanish.
 */
export function listPluralForms(language: string): string[] {
  const rules = new Intl.PluralRules(language)
  return [...new Set([...Array(200).keys()].map((n) => rules.select(n))).add('other')]
}

/** Finds a plural form that the language has and the word lacks. */
function findMissingForm(word: unknown, language: string): string | undefined {
  if (typeof word === 'string') return word.trim() === '' ? 'it' : undefined
  if (!isRecord(word)) return 'it'
  return listPluralForms(language).find((form) => typeof word[form] !== 'string')
}
