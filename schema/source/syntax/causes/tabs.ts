import { toTextRange, spliceLine } from '../edit-lines.ts'
import { listOpenLevels, opensBlock } from '../open-levels.ts'
import { findCodeLine, type SourceLine } from '../read-lines.ts'
import type { SearchedText, SyntaxCause } from '../types.ts'

/** Common widths of a tab. */
const tabWidths = [2, 4, 8]

/** Finds tabs where YAML only allows spaces. */
export function* findTabs({ lines }: SearchedText): Iterable<SyntaxCause> {
  const tabbed = lines.filter(({ kind, text }) => kind !== 'blank' && /^ *\t/.test(text))
  const [first] = tabbed
  if (first) {
    const columns = listLikelyColumns(lines, first)
    for (const [choice, column] of columns.entries()) {
      for (const width of tabWidths) {
        const edits = tabbed.map((line) => {
          const indent = column + measureIndent(line, width) - measureIndent(first, width)
          return spliceLine(line, 0, indentOf(line).length, ' '.repeat(Math.max(0, indent)))
        })
        yield {
          message: 'This line is indented with a tab. YAML only allows spaces.',
          fix:
            tabbed.length === 1 ? 'Use spaces.' : `Use spaces, here and on ${countMore(tabbed)}.`,
          range: toTextRange(first, 0, indentOf(first).length),
          edits,
          isGuess: choice > 0 || !tabWidths.some((each) => measureIndent(first, each) === column),
        }
      }
    }
  }
  for (const line of lines) {
    const [, dash, tabs] = /^( *-)(\t+)/.exec(line.text) ?? []
    if (line.kind === 'text' || dash === undefined) continue
    yield {
      message: 'There is a tab after this dash. YAML only allows a space.',
      fix: 'Use a space.',
      range: toTextRange(line, dash.length, dash.length + tabs!.length),
      edits: [spliceLine(line, dash.length, dash.length + tabs!.length, ' ')],
    }
  }
}

const countMore = ({ length }: SourceLine[]) =>
  length === 2 ? 'the other line' : `${length - 1} more lines`

const indentOf = ({ text }: SourceLine) => /^\s*/.exec(text)![0]

const measureIndent = (line: SourceLine, tabWidth: number) =>
  [...indentOf(line)].reduce((sum, character) => sum + (character === '\t' ? tabWidth : 1), 0)

/**
 * Lists the columns to which a line may belong: below a key without a value, one level deeper than
 * the key; otherwise, the columns of the open entries above it.
 */
function listLikelyColumns(lines: SourceLine[], line: SourceLine): number[] {
  const index = lines.indexOf(line)
  const above = findCodeLine(lines, index, -1)
  if (above === undefined) return [0]
  const isEntry = line.text.trimStart().startsWith('- ')
  const levels = listOpenLevels(lines, index)
    .filter(({ kind }) => kind === (isEntry ? 'dash' : 'key'))
    .map(({ column }) => column)
    .reverse()
  return opensBlock(lines[above]!) ? [lines[above]!.content + 2, ...levels] : levels
}
