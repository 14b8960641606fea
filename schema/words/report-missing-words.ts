import { problemAt } from '../problems/problem.ts'
import type { Problem } from '../problems/types.ts'
import { findSupportedLanguage } from '../resolve/supported-language.ts'
import type { SourceFile } from '../source/types.ts'
import { asText } from '../util/as-text.ts'
import type { Schema } from '../validate/json-schema.ts'
import { listMissingWords } from './create-words.ts'
import { formatFirstItems } from '../util/format-first-items.ts'

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
      { found: tag, fix: `Write them in "${tag}" under site.words, by group and name.` },
    ),
  ]
}
