/** What is wrong in the words of a text, whatever it resolves to. */
import type { LedgerFact } from './facts.ts'
import { findNearestName, formatNameList } from '../validate/nearest-name.ts'
import { problemAt, type SourceLocation, type Problem } from '../problems/problem.ts'
import type { Schema } from '../validate/walk-schema.ts'

/** The words of each link in Markdown. */
export const linkTextPattern = /\[([^\]]+)\](?=\()/g
const vagueLinkTextPattern =
  /^(?:(?:click|look|see|go) )?(?:here|this|this page|link)$|^(?:(?:learn|read|see|find out) )?more(?: info(?:rmation)?)?$|^(?:details|info(?:rmation)?|go|continue)$/i

/** Screen readers list the links of a page without the text around them, and search engines judge a page by the words that lead to it. */
export function checkLinkText(
  words: string,
  needle: string,
  location: SourceLocation,
  problems: Problem[],
): void {
  if (vagueLinkTextPattern.test(words.trim()))
    problems.push(
      problemAt(location, 'VAGUE_LINK', `"${words}" does not say where the link leads.`, {
        found: words,
        needle,
      }),
    )
}

/** A price or a share: the figures that a change of prices would otherwise leave behind. None is longer: a pattern without an end would try each of a thousand digits from each. */
const uncitedFigurePattern =
  /[$€£]\s?\d[\d,.]{0,30}\d|[$€£]\s?\d|\b\d[\d.,]{0,30}\s?(?:%|(?:percent|dollars?|euros?|USD|EUR|GBP)\b)/g

const digitPattern = /\d/

/** A typed price is one that a change in the ledger does not reach. */
export function checkUncitedFigures(
  text: string,
  location: SourceLocation,
  problems: Problem[],
): void {
  if (!digitPattern.test(text)) return
  for (const found of text.match(uncitedFigurePattern) ?? []) {
    problems.push(
      problemAt(location, 'UNCITED_FIGURE', `"${found}" is typed into the text.`, {
        found,
        needle: found,
      }),
    )
  }
}

/** A fact's name between brackets of another sort would be printed as it is. */
const wrongBracketsPattern = /\$?(?:\{\{?|\()\s*([a-z][a-z0-9-]*)(?:\.[a-z0-9-]+)?\s*(?:\}\}?|\))/g

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
    // In round brackets a word is a word, unless a $ stands before them.
    if (found.startsWith('(') && !found.startsWith('$')) continue
    if (facts.has(name!)) {
      problems.push(
        problemAt(location, 'BAD_CITATION', `"${found}" is not a citation.`, {
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
      problems.push(problemAt(location, 'UNKNOWN_BLANK', `Nothing fills in "${found}".`, details))
    }
  }
}

/** A text that is no Markdown prints what would be signs there. */
export function checkForMarkdown(
  text: string,
  location: SourceLocation,
  problems: Problem[],
): void {
  if (!text.includes('**') && !text.includes('](')) return
  const found = /\*\*[^*]+\*\*|\[[^[\]]{1,500}\]\([^)]{1,500}\)/.exec(text)?.[0]
  if (found !== undefined) {
    problems.push(
      problemAt(location, 'MARKDOWN_IN_TEXT', `"${found}" is printed as it is, signs and all.`, {
        found,
        needle: found,
      }),
    )
  }
}
