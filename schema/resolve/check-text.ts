/** Checks the wording of texts as written, before citations are resolved. */
import type { LedgerFact } from './facts.ts'
import { findNearestName, formatNameList } from '../validate/nearest-name.ts'
import { problemAt } from '../problems/problem.ts'
import type { Schema } from '../validate/walk-schema.ts'
import type { SourceLocation } from '../source/types.ts'
import type { Problem } from '../problems/types.ts'

/** Matches the text of each Markdown link. */
export const linkTextPattern = /\[([^\]]+)\](?=\()/g
const vagueLinkTextPattern =
  /^(?:(?:click|look|see|go) )?(?:here|this|this page|link)$|^(?:(?:learn|read|see|find out) )?more(?: info(?:rmation)?)?$|^(?:details|info(?:rmation)?|go|continue)$/i

/**
 * Reports link text such as "click here". Screen readers list links without the text around them.
 */
export function checkLinkText(
  text: string,
  needle: string,
  location: SourceLocation,
  problems: Problem[],
): void {
  if (vagueLinkTextPattern.test(text.trim()))
    problems.push(
      problemAt(location, 'VAGUE_LINK', `"${text}" does not say where this link goes.`, {
        found: text,
        needle,
      }),
    )
}

/** Matches prices and percentages. Bounded, to avoid quadratic time on long runs of digits. */
const uncitedFigurePattern =
  /[$€£]\s?\d[\d,.]{0,30}\d|[$€£]\s?\d|\b\d[\d.,]{0,30}\s?(?:%|(?:percent|dollars?|euros?|USD|EUR|GBP)\b)/g

const digitPattern = /\d/

/** Reports prices and percentages in the text, which do not change with the ledger. */
export function checkUncitedFigures(
  text: string,
  location: SourceLocation,
  problems: Problem[],
): void {
  if (!digitPattern.test(text)) return
  for (const found of text.match(uncitedFigurePattern) ?? []) {
    problems.push(
      problemAt(
        location,
        'UNCITED_FIGURE',
        `"${found}" is typed into this text instead of cited from a fact.`,
        {
          found,
          needle: found,
        },
      ),
    )
  }
}

/** Matches a name in the wrong brackets, which would appear on the page literally. */
const wrongBracketsPattern = /\$?(?:\{\{?|\()\s*([a-z][a-z0-9-]*)(?:\.[a-z0-9-]+)?\s*(?:\}\}?|\))/g

/** Reports citations with the wrong brackets, and unknown variables. */
export function checkCitationBraces(
  text: string,
  location: SourceLocation,
  { blanks }: Schema,
  facts: Map<string, LedgerFact>,
  problems: Problem[],
): void {
  if (!text.includes('{') && !text.includes('(')) return
  for (const [found, name] of text.matchAll(wrongBracketsPattern)) {
    if (blanks?.includes(name!) && found === `{${name}}`) continue
    // A word in parentheses is ordinary text, unless a $ precedes them.
    if (found.startsWith('(') && !found.startsWith('$')) continue
    if (facts.has(name!)) {
      problems.push(
        problemAt(location, 'INVALID_CITATION', `"${found}" is not a valid citation.`, {
          expected: `\${${name}}`,
          found,
          needle: found,
        }),
      )
    } else if (blanks && !found.startsWith('$')) {
      const details = {
        expected: formatNameList(blanks.map((blank) => `{${blank}}`)),
        found,
        suggestion: findNearestName(name!, blanks),
        needle: found,
      }
      problems.push(
        problemAt(
          location,
          'UNKNOWN_VARIABLE',
          `"${found}" is not a variable of this property.`,
          details,
        ),
      )
    }
  }
}

/** Reports Markdown syntax in a plain text, where it would appear literally. */
export function checkForMarkdown(
  text: string,
  location: SourceLocation,
  problems: Problem[],
): void {
  if (!text.includes('**') && !text.includes('](')) return
  const found = /\*\*[^*]+\*\*|\[[^[\]]{1,500}\]\([^)]{1,500}\)/.exec(text)?.[0]
  if (found !== undefined) {
    problems.push(
      problemAt(
        location,
        'MARKDOWN_IN_TEXT',
        `"${found}" is Markdown, but this property is plain text.`,
        {
          found,
          needle: found,
        },
      ),
    )
  }
}
