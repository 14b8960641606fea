import type { LedgerFact } from '../facts.ts'
import type { TextSegment } from '../parse-citations.ts'
import { formatNameList, suggestName } from '../../validate/nearest-name.ts'
import { problemAt } from '../../problems/problem.ts'
import type { Schema } from '../../validate/json-schema.ts'
import type { SourceLocation } from '../../source/types.ts'
import type { Problem, Replacement } from '../../problems/types.ts'

/** The names that a text can cite: facts, and settings such as `site.phone`. */
type CitableNames = { facts: Map<string, LedgerFact>; settings: Map<string, string> }

/**
 * Matches a name in the wrong brackets, or after a $ without any, which would appear on the page
 * literally.
 */
const wrongCitationPattern =
  /\$?(?:\{\{?|\()\s*([a-z][a-z0-9-]*)(?:\.([a-zA-Z0-9-]+(?:\.[a-z0-9-]+)?))?\s*(?:\}\}?|\))|\$([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:\.([a-z][a-zA-Z0-9-]*(?:\.[a-z0-9-]+)?))?/g

/** Reports citations without braces or with other brackets, and unknown variables. */
export function checkWrittenCitations(
  text: string,
  location: SourceLocation,
  { blanks }: Schema,
  names: CitableNames,
  problems: Problem[],
): void {
  for (const match of text.matchAll(wrongCitationPattern)) {
    const [found, inBrackets, citedReading, bare, bareReading] = match
    const name = inBrackets ?? bare!
    if (blanks?.includes(name) && found === `{${name}}`) continue
    // A word in parentheses is ordinary text, unless a $ precedes them.
    if (found.startsWith('(')) continue
    const citation = toCitation(name, citedReading ?? bareReading, names)
    if (citation !== undefined) {
      // After a name without braces, a dot may end the sentence: "$price.Then".
      const from = bare === undefined || citation.includes('.') ? found : `$${bare}`
      problems.push(
        problemAt(location, 'INVALID_CITATION', `"${from}" is not a valid citation.`, {
          expected: citation,
          found: from,
          needle: from,
          replacement: { from, to: citation },
        }),
      )
    } else if (blanks && !found.startsWith('$')) {
      const details = {
        expected: formatNameList(blanks.map((blank) => `{${blank}}`)),
        found,
        ...suggestName(name, blanks),
        needle: found,
      }
      const message = `"${found}" is not a variable of this property.`
      problems.push(problemAt(location, 'UNKNOWN_VARIABLE', message, details))
    }
  }
}

/** Suggests the valid citation for an invalid one: `${Online Price}`, `${price.` */
export function suggestCitation(
  invalid: string,
  names: CitableNames,
): { expected?: string; replacement?: Replacement } {
  const [, name = '', rest] = /^\$\{\s*([\p{L}\d_ -]*[\p{L}\d])(.*)$/su.exec(invalid) ?? []
  const citation = toCitation(name.toLowerCase().replace(/[\s_]+/g, '-'), undefined, names)
  if (citation === undefined) return {}
  return {
    expected: citation,
    ...(rest?.trim() === '}' && { replacement: { from: invalid, to: citation } }),
  }
}

/** Writes a name as a citation. @returns undefined if it cannot be cited */
function toCitation(
  name: string,
  reading: string | undefined,
  { facts, settings }: CitableNames,
): string | undefined {
  if (settings.has(`${name}.${reading}`)) return `\${${name}.${reading}}`
  if (facts.has(`${name}.${reading}`)) return `\${${name}.${reading}}`
  const fact = facts.get(name)
  // Only the cells of a table can be cited.
  if (!fact || fact.table) return undefined
  return reading !== undefined && fact.readings.has(reading)
    ? `\${${name}.${reading}}`
    : `\${${name}}`
}

/**
 * Reports a unit that is written next to a fact whose unit is printed anyway: `$${price}`, `${time}
 * hours`.
 */
export function checkDoubledUnit(
  { name, unit }: Pick<LedgerFact, 'name' | 'unit'>,
  printed: string,
  [before, after]: readonly [TextSegment | undefined, TextSegment | undefined],
  location: SourceLocation,
  problems: Problem[],
): void {
  if (unit === 'text') return
  const symbol = /^\p{Sc}/u.exec(printed)?.[0]
  const word = /[\p{L}%]+$/u.exec(printed)?.[0]
  const [written] = (typeof after === 'string' && /^\s*([\p{L}%]+)/u.exec(after)) || []
  const isDoubled =
    (symbol !== undefined && typeof before === 'string' && before.endsWith(symbol)) ||
    (word !== undefined && written !== undefined && isSameUnit(word, written.trim()))
  if (!isDoubled) return
  const message = `The fact "${name}" prints its own unit ("${printed}"), so the page shows the unit twice.`
  const fix = `Delete the unit beside it, or write \${${name}|number}.`
  problems.push(problemAt(location, 'DOUBLED_UNIT', message, { needle: `\${${name}`, fix }))
}

/** Whether two words are the same unit, in the singular or the plural. */
function isSameUnit(word: string, written: string): boolean {
  const [one, other] = [word.toLowerCase(), written.toLowerCase()]
  const shared = Math.min(one.length, other.length)
  return (
    one.slice(0, shared) === other.slice(0, shared) &&
    Math.abs(one.length - other.length) <= 1 &&
    (shared > 2 || one === other)
  )
}
