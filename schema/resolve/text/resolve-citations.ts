import { problemAt } from '../../problems/problem.ts'
import type { Problem } from '../../problems/types.ts'
import type { SourceLocation } from '../../source/types.ts'
import { formatNameList, suggestName } from '../../validate/nearest-name.ts'
import type { Measure, Schema } from '../../validate/json-schema.ts'
import {
  chooseReading,
  formatReading,
  formatReadingNumber,
  hasMeasure,
  soleReadingName,
  type LedgerFact,
  type Reading,
} from '../facts.ts'
import { countPrefix } from '../counts/count-facts.ts'
import { spellNumber } from '../counts/number-words.ts'
import { parseCitations, type Citation } from '../parse-citations.ts'
import { checkDoubledUnit, checkWrittenCitations, suggestCitation } from './check-citations.ts'
import { checkContacts } from './check-contacts.ts'
import { checkUncitedFigures } from './check-text.ts'
import { countPageList, isPageCount, reportUnknownSiteCount } from '../counts/resolve-count.ts'
import { copyLocation, type Findings, type TextContext } from './findings.ts'

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
        ? findPageCount(part, location, context, findings)
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

/** Returns the count of a list of the page in the form of a fact. */
function findPageCount(
  citation: Citation,
  location: SourceLocation,
  context: TextContext,
  findings: Findings,
): { fact: Pick<LedgerFact, 'name' | 'unit'>; reading: Reading } | undefined {
  const value = countPageList(citation, location, context, findings)
  return value === undefined
    ? undefined
    : { fact: { name: citation.name, unit: 'count' }, reading: { value } }
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
  findings.problems.push(
    problemAt(location, 'INVALID_CITATION', `${number} cannot be printed as a word.`, {
      expected: 'a whole number from 0 to 99, on a site in English',
      found: number,
      needle: `${name}|${format}`,
      fix: `Write \${${name}|number}.`,
    }),
  )
  return number
}

const measureNames: Record<Measure, string> = {
  money: 'an amount of money',
  time: 'a time',
  distance: 'a distance',
}

/** Returns the fact that a property names, formatted. */
export function resolveFact(
  value: string,
  location: SourceLocation,
  { measures }: Schema,
  context: TextContext,
  findings: Findings,
): unknown {
  const [part] = parseCitations(`\${${value}}`)
  if (typeof part !== 'object' || 'invalid' in part || part.format) {
    const cited = /^\$\{(.+)\}$/.exec(value)?.[1]
    const details = {
      expected: 'the name of a fact, or name.reading',
      found: value,
      fix:
        cited === undefined
          ? 'Add the figure to facts, and write the name of that fact here. If the fact exists, npm run facts lists its name.'
          : 'Write only the name, without ${ }.',
      ...(cited !== undefined &&
        context.facts.has(cited.split('.')[0]!) && { replacement: { from: value, to: cited } }),
    }
    findings.problems.push(
      problemAt(location, 'INVALID_CITATION', `"${value}" is not the name of a fact.`, details),
    )
    return undefined
  }
  const found = resolveCitation(part, location, context, findings)
  if (found && measures && !hasMeasure(found.fact.unit, measures))
    findings.problems.push(
      problemAt(
        location,
        'WRONG_UNIT',
        `"${location.path.at(-1)}" must be ${measureNames[measures]}, but the unit of the fact "${part.name}" is ${found.fact.unit}.`,
        { expected: `a fact that is ${measureNames[measures]}`, found: value },
      ),
    )
  return found && formatReading(found.fact, found.reading, context.language)
}

/** Matches the URL of each Markdown link, with the bracket before it. */
export const linkDestinationPattern = /\]\([^)]*\)/g

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

function resolveSettingCitation(
  { name, reading }: Citation,
  location: SourceLocation,
  { settings }: TextContext,
  findings: Findings,
): string {
  const key = `${name}.${reading ?? ''}`
  const value = settings.get(key)
  if (value !== undefined) return value
  const details = {
    expected: formatNameList(settings.keys()),
    found: key,
    ...suggestName(key, settings.keys()),
    needle: key,
  }
  findings.problems.push(
    problemAt(location, 'UNKNOWN_FACT', `"${key}" is not a setting that you can cite.`, details),
  )
  return ''
}

function resolveCitation(
  { name, reading }: Citation,
  location: SourceLocation,
  context: TextContext,
  findings: Findings,
) {
  const { facts, readings, possiblyDefined } = context
  const fact = facts.get(name)
  if (!fact && possiblyDefined.has(name)) return undefined
  if (!fact && name.startsWith(countPrefix)) {
    reportUnknownSiteCount({ name }, location, context, findings)
    return undefined
  }
  if (!fact) {
    const details = {
      expected: 'the name of a fact in the ledger',
      found: name,
      ...suggestName(name, facts.keys()),
      needle: name,
    }
    findings.problems.push(
      problemAt(location, 'UNKNOWN_FACT', `There is no fact "${name}".`, details),
    )
    return undefined
  }
  if (reading !== undefined && !fact.readings.has(reading)) {
    findings.problems.push(describeUnknownReading(fact, reading, location))
    return undefined
  }
  const chosen = chooseReading(fact, reading, readings.get(name))
  const value = chosen === undefined ? undefined : fact.readings.get(chosen)
  if (chosen === undefined || value === undefined) return undefined
  findings.citations.push({ fact: name, reading: chosen, location: copyLocation(location) })
  return { fact, reading: value }
}

/** Creates the problem of a reading that the fact does not have. */
export function describeUnknownReading(
  fact: LedgerFact,
  reading: string,
  location: SourceLocation,
): Problem {
  const names = [...fact.readings.keys()].filter((name) => name !== soleReadingName)
  const details = {
    expected: names.length > 0 ? formatNameList(names) : `${fact.name} without a reading`,
    found: reading,
    ...suggestName(reading, names),
    needle: `${fact.name}.${reading}`,
  }
  return problemAt(
    location,
    'UNKNOWN_READING',
    `The fact "${fact.name}" has no reading "${reading}".`,
    details,
  )
}
