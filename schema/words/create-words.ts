import { memoizeByObject } from '../util/memoize-by-object.ts'
import { asRecord, isRecord } from '../util/records.ts'
import type { Schema } from '../validate/json-schema.ts'
import type { Word, WordTable } from '../block-types/read-words.ts'
import { problemAt } from '../problems/problem.ts'
import type { Problem } from '../problems/types.ts'
import { findSupportedLanguage } from '../util/supported-language.ts'
import type { SourceFile } from '../problems/source-file.ts'
import { asText } from '../util/as-text.ts'
import { formatFirstItems } from '../util/format-first-items.ts'

/** The words of one language, by group and name. */
export type Words = ReadonlyMap<string, Readonly<Record<string, Word>>>

/** Lists the groups of words in a schema, each with its texts in all languages. */
const listWordTables = memoizeByObject(
  ({ $defs = {} }: Schema): Map<string, WordTable> =>
    new Map(
      Object.entries($defs).flatMap(([name, { translations }]) =>
        translations === undefined
          ? []
          : [[name.replace(/-words$/, ''), translations as WordTable]],
      ),
    ),
)

/** Chooses the language of a table for a tag: es-MX or, if it is missing, es. */
const findLanguage = (table: WordTable, language: string): string | undefined =>
  [language, language.split('-')[0]!].find((tag) => Object.hasOwn(table, tag))

/**
 * Collects the words that a site shows in a language: its own words, then those of Signpost, then
 * English ones for those that are missing in both.
 * @param own the words that the site replaces, by group and name
 */
export function createWords(schema: Schema, language: string, own: unknown): Words {
  return new Map(
    [...listWordTables(schema)].map(([group, table]) => {
      const found = findLanguage(table, language)
      const words = { ...Object.values(table)[0]!, ...(found !== undefined && table[found]) }
      return [group, { ...words, ...pickWords(asRecord(own)[group]) }]
    }),
  )
}

/** Drops values that are not words, which validation reports. */
const pickWords = (own: unknown): Record<string, Word> =>
  Object.fromEntries(
    Object.entries(asRecord(own)).filter(
      (entry): entry is [string, Word] => typeof entry[1] === 'string' || isRecord(entry[1]),
    ),
  )

/** Lists the words that neither Signpost nor the site has in a language, as `group.name`. */
export const listMissingWords = (schema: Schema, language: string, own: unknown): string[] =>
  [...listWordTables(schema)].flatMap(([group, table]) =>
    findLanguage(table, language) !== undefined
      ? []
      : Object.keys(Object.values(table)[0]!)
          .filter((name) => !Object.hasOwn(asRecord(asRecord(own)[group]), name))
          .map((name) => `${group}.${name}`),
  )

/** How many words a message names. */
const maxNamed = 3

/** Reports a language whose words neither come with Signpost nor are in the settings. */
export function reportMissingWords(
  { language, words }: { language?: unknown; words?: unknown },
  schema: Schema,
  source: SourceFile,
): Problem[] {
  const tag = asText(language)
  // Other languages are reported elsewhere.
  const missing =
    findSupportedLanguage(tag) === undefined ? [] : listMissingWords(schema, tag, words)
  if (missing.length === 0) return []
  return [
    problemAt(
      { source, path: ['site', 'language'] },
      'MISSING_WORDS',
      `The buttons and labels of blocks are in English on this site in "${tag}": ${formatFirstItems(missing, maxNamed)}.`,
      {
        found: tag,
        fix: `Translate them under site.words. This prints them: npm run new -- words`,
      },
    ),
  ]
}
