import { toTextRange, spliceLine } from '../edit-lines.ts'
import { quoteText } from '../quoting.ts'
import { isPropertyName } from '../property-names.ts'
import { findQuotedValueMistakes } from './quotes.ts'
import { readFlow, type Flow, type FlowItem } from '../read-flow.ts'
import { findCodeLine, withoutComment, type SourceLine } from '../read-lines.ts'
import { findQuoteReason } from './unquoted-texts.ts'
import type { SearchedText, SyntaxCause } from '../types.ts'

/** Finds mistakes between { } and [ ]: with quotes, commas, and brackets that do not match. */
export function* findBracketMistakes({ lines, faultLine }: SearchedText): Iterable<SyntaxCause> {
  for (const [index, line] of lines.slice(0, faultLine + 1).entries()) {
    if (line.kind === 'code') yield* findUnopenedGroup(line)
    const column =
      line.key === undefined && line.dashes.length === 0 ? line.indent : line.valueColumn
    if (line.kind !== 'code' || !/[[{]/.test(line.text[column] ?? '')) continue
    const flow = readFlow(line.text, column)
    yield* findEmptyEntries(line)
    yield* findItemMistakes(line, flow, lines)
    yield* findClosingMistakes(line, flow)
    yield* findUnclosedMultilineFlow(lines, index, flow)
  }
  yield* findMissingCommaAtLineEnd(lines, faultLine)
}

/** Finds two commas with nothing between them, and a comma after an opening bracket. */
function* findEmptyEntries(line: SourceLine): Iterable<SyntaxCause> {
  for (const { 0: found, index } of line.text.matchAll(/(?:(?<=,)|(?<=[[{]))\s*,/g)) {
    const end = index + found.length
    yield {
      message: 'There is nothing before this comma.',
      fix: 'Delete the comma, or write what is missing.',
      range: toTextRange(line, end - 1, end),
      edits: [spliceLine(line, index, end, '')],
    }
  }
}

function* findItemMistakes(
  line: SourceLine,
  flow: Flow,
  lines: SourceLine[],
): Iterable<SyntaxCause> {
  for (const item of flow.items) {
    const value = line.text.slice(item.column, item.end)
    if (item.flow) yield* findItemMistakes(line, item.flow, lines)
    else if (/^["']/.test(value)) yield* findQuotedValueMistakes(line, item.column, value)
    else yield* findTextMistakes(line, item, value, lines)
    if (item.isCommaMissing)
      yield {
        message: 'A comma is missing between two entries.',
        fix: 'Add it.',
        range: toTextRange(line, item.end, item.end + 1),
        edits: [spliceLine(line, item.end, item.end, ',')],
      }
  }
}

function* findTextMistakes(
  line: SourceLine,
  { key, column, end }: FlowItem,
  value: string,
  lines: SourceLine[],
): Iterable<SyntaxCause> {
  const next = key === undefined ? undefined : /\s+([\w-]+):(?=\s|$)/.exec(value)
  if (next && isPropertyName(next[1]!, lines, line))
    yield {
      message: `A comma is missing before "${next[1]}".`,
      fix: 'Add it.',
      range: toTextRange(line, column + next.index, column + next.index + 1),
      edits: [spliceLine(line, column + next.index, column + next.index, ',')],
      isGuess: !/^\s+(?:[\w-]+):\s+\S/.test(next[0] + value.slice(next.index + next[0].length)),
    }
  const quoted = {
    fix: 'Put quotes around the text.',
    edits: [spliceLine(line, column, end, quoteText(value))],
  }
  const need = findQuoteReason(value)
  if (need)
    yield {
      ...quoted,
      message: need.message,
      range: toTextRange(line, column + need.range[0], column + need.range[1]),
    }
  const braces = /\$\{|\{\{|[[\]{}]/.exec(value)
  if (braces) {
    const what = { '${': 'a citation', '{{': 'a column' }[braces[0]] ?? 'a bracket'
    yield {
      ...quoted,
      message: `Between { } or [ ], text with ${what} needs quotes.`,
      range: toTextRange(line, column + braces.index, column + braces.index + braces[0].length),
      isGuess: braces[0].length === 1,
    }
  }
}

const closing = (line: SourceLine, { open }: Flow) => (line.text[open] === '{' ? '}' : ']')

/** Finds brackets that are missing, too many, or of the wrong kind. */
function* findClosingMistakes(line: SourceLine, flow: Flow): Iterable<SyntaxCause> {
  const nested = flow.items.flatMap((item) => (item.flow ? [item.flow] : []))
  const right = closing(line, flow)
  const before = line.text.slice(0, flow.end)
  const space = line.text[flow.open + 1] === ' ' ? ' ' : ''
  if (flow.close !== undefined && line.text[flow.close] !== right) {
    const wrong = line.text[flow.close]
    yield {
      message: `This ${line.text[flow.open]} is closed by ${wrong}.`,
      fix: `Close it with ${right}.`,
      range: toTextRange(line, flow.open, flow.open + 1),
      edits: [spliceLine(line, flow.close, flow.close + 1, right)],
    }
    yield {
      ...describeUnclosed(line, flow),
      edits: [
        spliceLine(
          line,
          before.slice(0, -1).trimEnd().length,
          before.slice(0, -1).trimEnd().length,
          `${space}${right}`,
        ),
      ],
    }
  }
  for (const inner of nested) yield* findClosingMistakes(line, inner)
  if (flow.close === undefined) {
    const rest = withoutComment(line.text.slice(flow.end))
    const end = flow.end + rest.length
    yield {
      ...describeUnclosed(line, flow),
      edits: [spliceLine(line, end, end, `${space}${right}`)],
    }
  }
  const extra = /^(\s*[}\]]+)\s*(?:#.*)?$/.exec(line.text.slice(flow.end))?.[1]
  if (extra !== undefined)
    yield {
      message: `There is one ${extra.trim()[0]} too many.`,
      fix: 'Delete it.',
      range: toTextRange(line, flow.end, flow.end + extra.length),
      edits: [spliceLine(line, flow.end, flow.end + extra.length, '')],
    }
}

const describeUnclosed = (line: SourceLine, flow: Flow) => ({
  message: `This ${line.text[flow.open]} is never closed.`,
  fix: 'Close it.',
  range: toTextRange(line, flow.open, flow.open + 1),
  hidesRest: true,
})

/** Finds a group without its opening brace: `- label: Call us, href: /call }`. */
function* findUnopenedGroup(line: SourceLine): Iterable<SyntaxCause> {
  if (line.dashes.length === 0 || line.key === undefined || /^[[{]/.test(line.value)) return
  const group = `{ ${line.text.slice(line.content)}`
  const { close, items } = readFlow(group, 0)
  if (close === undefined || items.length < 2 || items.some(({ key }) => key === undefined)) return
  const end = line.content + close - 2
  yield {
    message: 'This } is never opened.',
    fix: 'Open it.',
    range: toTextRange(line, end, end + 1),
    edits: [spliceLine(line, line.content, line.content, '{ ')],
  }
}

/**
 * Finds a list or group over several lines whose closing bracket is missing after its last line.
 */
function* findUnclosedMultilineFlow(
  lines: SourceLine[],
  index: number,
  flow: Flow,
): Iterable<SyntaxCause> {
  const line = lines[index]!
  if (flow.close !== undefined) return
  const rest = lines.slice(index + 1)
  const length = rest.findIndex(({ kind, indent }) => kind !== 'blank' && indent <= line.indent)
  const inner = rest.slice(0, length === -1 ? undefined : length)
  const last = inner.findLast(({ kind }) => kind === 'code')
  if (!last) return
  const end = withoutComment(last.text).replace(/,$/, '').length
  yield {
    ...describeUnclosed(line, flow),
    edits: [
      spliceLine(
        last,
        end,
        last.text.length,
        `${last.text.slice(end)}\n${' '.repeat(line.indent)}${closing(line, flow)}`,
      ),
    ],
  }
}

/** Finds an entry without a comma after it in a list over several lines. */
function* findMissingCommaAtLineEnd(lines: SourceLine[], faultLine: number): Iterable<SyntaxCause> {
  for (const index of [faultLine, faultLine + 1]) {
    const line = lines[findCodeLine(lines, index, -1) ?? -1]
    if (!line) continue
    const text = withoutComment(line.text)
    if (/[,[{:]$/.test(text)) continue
    yield {
      message: 'A comma is missing at the end of this line.',
      fix: 'Add it.',
      range: toTextRange(line, text.length, text.length + 1),
      edits: [spliceLine(line, text.length, text.length, ',')],
    }
  }
}
