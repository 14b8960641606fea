import { problemAt } from '../../problems/problem.ts'
import type { SourceLocation } from '../../source/types.ts'
import type { Schema } from '../../validate/json-schema.ts'
import { isPageCount } from '../counts/resolve-count.ts'
import { canSpellNumbers, spellNumber } from '../counts/number-words.ts'
import { formatReading, formatReadingNumber, type Reading } from '../facts.ts'
import { parseCitations, type Citation } from '../parse-citations.ts'
import { checkDoubledUnit, checkWrittenCitations, suggestCitation } from './check-citations.ts'
import { checkContacts } from './check-contacts.ts'
import { checkUncitedFigures } from './uncited-figures.ts'
import type { Findings, TextContext } from './findings.ts'
import { resolveCitation, resolvePageCount, resolveSettingCitation } from './resolve-citations.ts'

/**
 * Replaces the citations in a text.
 * @param escapeText escapes what replaces a citation
 */
export function expandCitations(
  text: string,
  location: SourceLocation,
  schema: Schema,
  context: TextContext,
  findings: Findings,
  escapeText: (text: string) => string,
): string {
  checkUncitedFigures(text, location, findings.problems)
  // Fast path for most texts.
  if (!text.includes('${')) return checkLiteralText(text, location, schema, context, findings)
  return parseCitations(text)
    .map((part, index, parts) => {
      if (typeof part === 'string') {
        checkLiteralText(part, location, schema, context, findings)
        // Escape the dot of "${year}." at the start of a text, which Markdown would parse as a
        // list.
        return index > 0 && /^[.)]/.test(part) ? escapeText(part[0]!) + part.slice(1) : part
      }
      if ('invalid' in part) {
        findings.problems.push(
          problemAt(location, 'INVALID_CITATION', `"${part.invalid}" is not a valid citation.`, {
            found: part.invalid,
            needle: part.invalid,
            ...suggestCitation(part.invalid, context),
          }),
        )
        return escapeText(part.invalid)
      }
      if (part.name === 'site' || part.name === 'page')
        return escapeText(resolveSettingCitation(part, location, context, findings))
      const found = isPageCount(part)
        ? resolvePageCount(part, location, context, findings)
        : resolveCitation(part, location, context, findings)
      // Nothing in its place could make other text look wrong, such as ** on both sides.
      if (!found) return escapeText(`\${${part.name}}`)
      const { fact, reading } = found
      if (part.format === 'number')
        return escapeText(formatReadingNumber(reading, context.language))
      if (part.format) return escapeText(spellReading(part, reading, location, context, findings))
      const printed = formatReading(fact, reading, context.language).text
      const beside = [parts[index - 1], parts[index + 1]] as const
      checkDoubledUnit(fact, printed, beside, location, findings.problems)
      return escapeText(printed)
    })
    .join('')
}

/** Spells a figure as a word: `two`, or `Two` at the beginning of a sentence. */
function spellReading(
  { name, format }: Citation,
  reading: Reading,
  location: SourceLocation,
  { language }: TextContext,
  findings: Findings,
): string {
  const number = formatReadingNumber(reading, language)
  const isPlain = typeof reading.value === 'number' && !reading.plus
  const word = isPlain ? spellNumber(reading.value as number, language) : undefined
  if (word !== undefined) return format === 'Words' ? word[0]!.toUpperCase() + word.slice(1) : word
  const isKnown = canSpellNumbers(language)
  const where = isKnown ? '' : ` on a page in "${language}"`
  findings.problems.push(
    problemAt(location, 'INVALID_CITATION', `${number} cannot be printed as a word${where}.`, {
      expected: isKnown
        ? 'a whole number from 0 to 99'
        : 'digits, because numbers are spelled in English only',
      found: number,
      needle: `${name}|${format}`,
      fix: `Write \${${name}|number}.`,
    }),
  )
  return number
}

/** Matches the URL of each Markdown link, with the bracket before it. */
const linkDestinationPattern = /\]\([^)]*\)/g

/** Checks and records a text, or a part of one, without citations. */
function checkLiteralText(
  text: string,
  location: SourceLocation,
  schema: Schema,
  context: TextContext,
  findings: Findings,
): string {
  checkWrittenCitations(text, location, schema, context, findings.problems)
  const shown = text.includes('](') ? text.replace(linkDestinationPattern, ']') : text
  checkContacts(shown, location, context.contact, findings.problems)
  recordText(shown, location, findings)
  return text
}

/** Records a text of a block, for comparing pages. */
export function recordText(text: string, { path }: SourceLocation, findings: Findings): string {
  if (text !== '' && path[2] === 'blocks') findings.texts.push(text)
  return text
}
