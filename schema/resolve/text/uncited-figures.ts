import { problemAt } from '../../problems/problem.ts'
import type { SourceLocation } from '../../source/types.ts'
import { toPlainCharacters } from '../../util/plain-characters.ts'
import type { Problem } from '../../problems/types.ts'
import { listFirstMatches } from './first-matches.ts'

/** Matches prices and percentages. Bounded, to avoid quadratic time on long runs of digits. */
export const uncitedFigurePattern =
  /[$€£]\s?\d[\d,.]{0,30}\d|[$€£]\s?\d|\b\d[\d.,]{0,30}\s?(?:%|(?:percent|dollars?|euros?|USD|EUR|GBP)\b)/g

/** Most texts have no digit. */
const mayHaveFigure = /[\p{N}&]/u

/** Finds prices and percentages in a text, however their characters are written. */
export function findUncitedFigures(text: string): string[] {
  if (!mayHaveFigure.test(text)) return []
  const found = text.match(uncitedFigurePattern) ?? []
  const read = toPlainCharacters(text).match(uncitedFigurePattern) ?? []
  return read.length > found.length ? read : found
}

/** Reports prices and percentages in the text, which do not change with the ledger. */
export function checkUncitedFigures(
  text: string,
  location: SourceLocation,
  problems: Problem[],
): void {
  // A price range is a rough figure for search engines, which no page prints.
  if (location.path.at(-1) === 'priceRange') return
  for (const [found] of listFirstMatches(text, uncitedFigurePattern)) {
    problems.push(
      problemAt(
        location,
        'UNCITED_FIGURE',
        `"${found}" is typed into this text instead of cited from a fact.`,
        {
          found,
          ...(text.includes(found) && { needle: found }),
        },
      ),
    )
  }
}
