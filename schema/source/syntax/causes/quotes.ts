import { findClosingQuote } from '../quoting.ts'
import { toTextRange, spliceLine } from '../edit-lines.ts'
import { withoutComment, type SourceLine } from '../read-lines.ts'
import type { SearchedText, SyntaxCause } from '../types.ts'

/** Finds quotes that are not closed, or that end a text too early. */
export function* findQuoteMistakes({ lines, faultLine }: SearchedText): Iterable<SyntaxCause> {
  for (const line of lines.slice(0, faultLine + 1)) {
    if (line.kind !== 'code') continue
    if (/^["']/.test(line.text.slice(line.content))) yield* findQuotedKeyMistakes(line)
    if (/^["']/.test(line.value)) yield* findQuotedValueMistakes(line, line.valueColumn, line.value)
  }
}

/**
 * Finds a quote before the key that belongs before the value, or nowhere: `"title: Repairs` and
 * `"title: Repairs"`.
 */
function* findQuotedKeyMistakes(line: SourceLine): Iterable<SyntaxCause> {
  const { content } = line
  const rest = line.text.slice(content).trimEnd()
  const [, quote, name, value] = /^(["'])\s*((?:- +)?[\w/-]+):(?:\s+(.*))?$/.exec(rest) ?? []
  if (quote === undefined) return
  const range = toTextRange(line, content, content + 1)
  if (value?.endsWith(quote)) {
    yield {
      message: 'The quotes are around the name too.',
      fix: 'Put them around the text only.',
      range,
      edits: [spliceLine(line, content, content + rest.length, `${name}: ${quote}${value}`)],
      hidesRest: true,
    }
    return
  }
  for (const replacement of ['', ' '])
    yield {
      message: 'This quote is never closed.',
      fix: 'Delete it.',
      range,
      edits: [spliceLine(line, content, content + 1, replacement)],
      hidesRest: true,
    }
}

/**
 * @param column the column of the opening quote
 * @param value the text with its quotes, up to the end of the line or of the entry
 */
export function* findQuotedValueMistakes(
  line: SourceLine,
  column: number,
  value: string,
): Iterable<SyntaxCause> {
  const quote = value[0]!
  const end = column + value.length
  const close = findClosingQuote(value)
  const rewrite = (text: string) => [spliceLine(line, column, end, text)]
  if (close === undefined) {
    yield* closeQuote(line, column, value)
    return
  }
  const after = value.slice(close + 1)
  if (after.trim() === '' || /^\s+#/.test(after)) {
    if (quote === '"' && /\\[^0abtnvfre"/\\N_LPxuU \t]/.test(value)) {
      const backslash = value.search(/\\[^0abtnvfre"/\\N_LPxuU \t]/)
      yield {
        message: 'Between double quotes, a backslash (\\) has a special meaning.',
        fix: 'Use single quotes.',
        range: toTextRange(line, column + backslash, column + backslash + 2),
        edits: [
          spliceLine(
            line,
            column,
            column + close + 1,
            `'${value.slice(1, close).replaceAll("'", "''")}'`,
          ),
        ],
      }
    }
    return
  }
  const text = withoutComment(value)
  const inner = text.slice(1, -1)
  const range = toTextRange(line, column + close, column + close + 1)
  const isApostrophe = quote === "'" && /^[\p{L}\p{N}]/u.test(after)
  if (text.endsWith(quote) && text.length > 2) {
    if (quote === "'")
      yield {
        message: 'An apostrophe ends this text early, because the text starts with one.',
        fix: 'Write the apostrophe inside the text twice.',
        range,
        edits: rewrite(`'${inner.replace(/''?/g, "''")}'${value.slice(text.length)}`),
      }
    else
      yield {
        message: 'This quote ends the text early.',
        fix: 'Write \\ before the quotes inside the text.',
        range,
        edits: rewrite(`"${inner.replace(/(?<!\\)"/g, '\\"')}"${value.slice(text.length)}`),
      }
  }
  if (isApostrophe)
    yield {
      message: 'This text starts with a quote, but does not end with one.',
      fix: 'Close the quote, and write the apostrophe inside the text twice.',
      range: toTextRange(line, column, column + 1),
      edits: rewrite(`'${text.slice(1).replace(/''?/g, "''")}'${value.slice(text.length)}`),
      hidesRest: true,
    }
  yield {
    message: 'Only part of this text is in quotes.',
    fix: 'Put quotes around the whole text.',
    range: toTextRange(line, column, column + close + 1),
    edits: rewrite(`${quoteAround(text)}${value.slice(text.length)}`),
  }
}

/** Puts quotes around a text whose own quotes stay visible. */
const quoteAround = (text: string) =>
  text.includes('"') ? `'${text.replace(/'/g, "''")}'` : `"${text}"`

function* closeQuote(line: SourceLine, column: number, value: string): Iterable<SyntaxCause> {
  const quote = value[0]!
  const text = withoutComment(value)
  const end = column + text.length
  const common = { range: toTextRange(line, column, column + 1), hidesRest: true }
  // The text ends with the other kind of quote, or with a typographic one.
  if (text.length > 2 && /["'“”‘’]$/.test(text) && (text.at(-1) !== "'" || !/s'$/.test(text)))
    yield {
      ...common,
      message: 'The quotes at the start and at the end of this text are not the same.',
      fix: 'Use the same quotes.',
      edits: [spliceLine(line, end - 1, end, quote)],
    }
  if (quote === "'" && /^'(?:tis|twas|til|em|cause|n|round|bout|\d\ds?)\b/i.test(text))
    yield {
      ...common,
      message: 'This text starts with an apostrophe, which YAML reads as a quote.',
      fix: 'Put double quotes around the text.',
      edits: [spliceLine(line, column, end, `"${text.replace(/(["\\])/g, '\\$1')}"`)],
    }
  yield {
    ...common,
    message: 'This quote is never closed.',
    fix: 'Close it at the end of the text.',
    edits: [spliceLine(line, end, end, quote)],
  }
}
