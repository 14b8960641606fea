import { problemAt } from '../../problems/problem.ts'
import type { SourceLocation } from '../../problems/source-file.ts'
import { toPlainCharacters } from '../../util/plain-characters.ts'
import type { Problem } from '../../problems/types.ts'
import { listFirstMatches } from './first-matches.ts'

/** Matches prices and percentages. Bounded, to avoid quadratic time on long runs of digits. */
export const uncitedFigurePattern =
  /[$€£]\s?\d[\d,.]{0,30}\d|[$€£]\s?\d|\b\d[\d.,]{0,30}\s?(?:%|(?:percent|dollars?|euros?|USD|EUR|GBP)\b)/g

/** Most texts have no digit. */
const mayHaveFigure = /[\p{N}&]/u

const listFigures = (text: string): string[] => text.match(uncitedFigurePattern) ?? []

/** A text as it is written or, if that has more figures, as it is read. */
function chooseReading(text: string): string {
  if (!mayHaveFigure.test(text)) return text
  const plain = toPlainCharacters(text)
  return listFigures(plain).length > listFigures(text).length ? plain : text
}

/** Finds prices and percentages in a text, however their characters are written. */
export const findUncitedFigures = (text: string): string[] => listFigures(chooseReading(text))

/** Reports prices and percentages in the text, which do not change with the ledger. */
export function checkUncitedFigures(
  text: string,
  location: SourceLocation,
  problems: Problem[],
): void {
  // A price range is a rough figure for search engines, which no page prints.
  if (location.path.at(-1) === 'priceRange') return
  for (const [found] of listFirstMatches(chooseReading(text), uncitedFigurePattern)) {
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
