/** What is wrong in the words of a text, whatever it resolves to. */
import type { LedgerFact } from './facts.ts'
import { findNearest, listNames } from './nearest-name.ts'
import { problemAt, type Place, type Problem } from './problem.ts'
import type { Schema } from './schema-walk.ts'

/** The words of each link in Markdown. */
export const linkWords = /\[([^\]]+)\](?=\()/g
const vagueWords =
  /^(?:(?:click|look|see|go) )?(?:here|this|this page|link)$|^(?:(?:learn|read|see|find out) )?more(?: info(?:rmation)?)?$|^(?:details|info(?:rmation)?|go|continue)$/i

/** Screen readers list the links of a page without the text around them, and search engines judge a page by the words that lead to it. */
export function checkLinkWords(
  words: string,
  needle: string,
  place: Place,
  problems: Problem[],
): void {
  if (vagueWords.test(words.trim()))
    problems.push(
      problemAt(place, 'VAGUE_LINK', `"${words}" does not say where the link leads.`, {
        found: words,
        needle,
      }),
    )
}

/** A price or a share: the figures that a change of prices would otherwise leave behind. None is longer: a pattern without an end would try each of a thousand digits from each. */
const typedFigure =
  /[$€£]\s?\d[\d,.]{0,30}\d|[$€£]\s?\d|\b\d[\d.,]{0,30}\s?(?:%|(?:percent|dollars?|euros?|USD|EUR|GBP)\b)/g

const digit = /\d/

/** A typed price is one that a change in the ledger does not reach. */
export function checkFigures(text: string, place: Place, problems: Problem[]): void {
  if (!digit.test(text)) return
  for (const found of text.match(typedFigure) ?? []) {
    problems.push(
      problemAt(place, 'UNCITED_FIGURE', `"${found}" is typed into the text.`, {
        found,
        needle: found,
      }),
    )
  }
}

/** A fact's name between brackets of another sort would be printed as it is. */
const otherBraces = /\$?(?:\{\{?|\()\s*([a-z][a-z0-9-]*)(?:\.[a-z0-9-]+)?\s*(?:\}\}?|\))/g

export function checkBraces(
  text: string,
  place: Place,
  { blanks }: Schema,
  facts: Map<string, LedgerFact>,
  problems: Problem[],
): void {
  if (!text.includes('{') && !text.includes('(')) return
  for (const [found, name] of text.matchAll(otherBraces)) {
    if (blanks?.includes(name!) && found === `{${name}}`) continue
    // In round brackets a word is a word, unless a $ stands before them.
    if (found.startsWith('(') && !found.startsWith('$')) continue
    if (facts.has(name!)) {
      problems.push(
        problemAt(place, 'BAD_CITATION', `"${found}" is not a citation.`, {
          expected: `\${${name}}`,
          found,
          needle: found,
        }),
      )
    } else if (blanks && !found.startsWith('$')) {
      const details = {
        expected: listNames(blanks.map((blank) => `{${blank}}`)),
        found,
        suggestion: findNearest(name!, blanks),
        needle: found,
      }
      problems.push(problemAt(place, 'UNKNOWN_BLANK', `Nothing fills in "${found}".`, details))
    }
  }
}

/** A text that is no Markdown prints what would be signs there. */
export function checkPlain(text: string, place: Place, problems: Problem[]): void {
  if (!text.includes('**') && !text.includes('](')) return
  const found = /\*\*[^*]+\*\*|\[[^[\]]{1,500}\]\([^)]{1,500}\)/.exec(text)?.[0]
  if (found !== undefined) {
    problems.push(
      problemAt(place, 'MARKDOWN_IN_TEXT', `"${found}" is printed as it is, signs and all.`, {
        found,
        needle: found,
      }),
    )
  }
}
