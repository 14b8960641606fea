import { memoizeByObject } from '../util/memoize-by-object.ts'
import { asRecord, isRecord, type UnknownRecord } from '../util/records.ts'
import type { Schema } from '../validate/json-schema.ts'
import { listPluralForms, type Word, type WordTable } from '../block-types/read-words.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import type { SourceFile } from '../problems/location.ts'
import { chooseLanguage, findSupportedLanguage } from '../util/supported-language.ts'
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

/**
 * Collects the words that a site shows in a language: its own words, then those of Signpost, then
 * English ones for those that are missing in both.
 * @param own the words that the site replaces, by group and name
 */
export function createWords(schema: Schema, language: string, own: unknown): Words {
  return new Map(
    [...listWordTables(schema)].map(([group, table]) => {
      const words = { ...Object.values(table)[0]!, ...chooseLanguage(table, language) }
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

/**
 * Lists the words that a site shows and that neither Signpost nor the site has in a language, each as
 * `group.name`, or as `group.name.form` if it lacks a plural form.
 */
export const listMissingWords = (
  schema: Schema,
  language: string,
  own: unknown,
  pages: { blockTypes?: string[] }[],
): string[] => {
  const shown = new Set(['page', 'shell', ...pages.flatMap(({ blockTypes = [] }) => blockTypes)])
  const forms = listPluralForms(language)
  return [...listWordTables(schema)].flatMap(([group, table]) =>
    chooseLanguage(table, language) !== undefined || !shown.has(group)
      ? []
      : Object.keys(Object.values(table)[0]!).flatMap((name) => {
          const word = asRecord(asRecord(own)[group])[name]
          if (word === undefined) return [`${group}.${name}`]
          const missing = isRecord(word) ? forms.filter((form) => !Object.hasOwn(word, form)) : []
          return missing.map((form) => `${group}.${name}.${form}`)
        }),
  )
}

/** How many words a message names. */
const maxNamed = 3

/** Reports the languages whose words neither come with Signpost nor are in the settings. */
export function reportMissingWords(
  settings: UnknownRecord,
  schema: Schema,
  source: SourceFile,
  pages: { blockTypes?: string[] }[],
): Problem[] {
  return listLanguages(settings).flatMap(({ language, own, path }) => {
    const missing = listMissingWords(schema, language, own, pages)
    if (missing.length === 0) return []
    const isMain = path.length === 2
    const message = `Buttons and labels ${isMain ? 'on this site' : 'on pages'} have no words in "${language}": ${formatFirstItems(missing, maxNamed)}.`
    const where = isMain ? 'site.words' : `words of site.languages.${language}`
    const fix = `Translate them under ${where}. This prints them: npm run new -- words`
    return [problemAt({ source, path }, 'MISSING_WORDS', message, { found: language, fix })]
  })
}

/** Lists the languages of a site that exist, with the words that it has for each. */
export const listLanguages = ({ language, words, languages }: UnknownRecord) =>
  [
    { language: asText(language), own: words, path: ['site', 'language'] },
    ...Object.entries(asRecord(languages)).map(([tag, own]) => ({
      language: tag,
      own: asRecord(own).words,
      path: ['site', 'languages', tag],
    })),
  ].filter((each) => findSupportedLanguage(each.language) !== undefined)
