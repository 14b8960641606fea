import { toTextRange, spliceLine } from '../edit-lines.ts'
import { needsQuotes, quoteText } from '../quoting.ts'
import { pageProperties, propertyNames } from '../property-names.gen.ts'
import { findCodeLine, withoutComment, type SourceLine } from '../read-lines.ts'
import type { Splice } from '../../../util/splice-text.ts'
import type { SearchedText, SyntaxCause } from '../types.ts'

/** Finds missing spaces after colons and dashes. */
export function* findMissingSpaces({ lines, faultLine }: SearchedText): Iterable<SyntaxCause> {
  for (const line of lines.slice(0, faultLine + 1)) {
    if (line.kind !== 'code') continue
    const { text, content } = line
    const rest = text.slice(content)
    const [, name] = /^("[^"]*"|'[^']*'|[\w-]+):(?=[^\s:/])/.exec(rest) ?? []
    if (name !== undefined)
      yield {
        message: 'A space is missing after the colon.',
        fix: 'Add it.',
        range: toTextRange(line, content + name.length, content + name.length + 1),
        edits: rewriteValue(line, content + name.length, content + name.length + 1, ': '),
      }
    const [misplaced, before] = /^([\w-]+)\s+:(?=\S)/.exec(rest) ?? []
    if (before !== undefined)
      yield {
        message: 'The space belongs after the colon, not before it.',
        fix: 'Move it.',
        range: toTextRange(line, content + before.length, content + misplaced!.length),
        edits: rewriteValue(line, content + before.length, content + misplaced!.length, ': '),
      }
    if (/^-[^\s-]/.test(rest)) {
      const run = lines.filter(
        (other) =>
          other.kind === 'code' && other.content === content && /^ *-[^\s-]/.test(other.text),
      )
      yield {
        message: 'A space is missing after the dash.',
        fix: run.length === 1 ? 'Add it.' : 'Add it, here and on the lines like this one.',
        range: toTextRange(line, content, content + 1),
        edits: run.map((other) => spliceLine(other, content + 1, content + 1, ' ')),
      }
    }
  }
}

/** Finds lines that start with the name of a property that has no colon after it. */
export function* findMissingColons({ lines, faultLine }: SearchedText): Iterable<SyntaxCause> {
  for (const [index, line] of lines.slice(0, faultLine + 2).entries()) {
    if (line.kind !== 'code' || (line.key !== undefined && !line.key.includes(' '))) continue
    const { text, content } = line
    const [matched, name, mark = ''] =
      /^([\w-]+|\/[^\s:]*)(\s*[=;]\s*|\s+|$)/.exec(text.slice(content)) ?? []
    if (name === undefined) continue
    const isKnown =
      name.startsWith('/') ||
      /^(?:[{[]|[|>][-+]?$)/.test(text.slice(content + matched!.length).trimEnd()) ||
      isLikelyKey(name, line, lines, matched!.length)
    const opens = /^[a-z]/.test(name) && text.trim() === name && hasEntries(lines, index)
    if (!isKnown && !opens && !/[=;]/.test(mark)) continue
    const end = content + matched!.length
    yield {
      message: `A colon is missing after "${name}".`,
      fix: 'Add it.',
      range: toTextRange(line, content, content + name.length),
      edits: rewriteValue(line, content + name.length, end, end === text.length ? ':' : ': '),
      isGuess: !isKnown,
      addsTextLines: /[|>][-+]?\s*$/.test(text),
    }
  }
}

/**
 * Whether a word is a property and not the start of a text, as "all" may be. A value rarely starts
 * with a lowercase letter.
 */
const isLikelyKey = (name: string, line: SourceLine, lines: SourceLine[], length: number) =>
  pageProperties.has(name) ||
  lines.some((other) => other !== line && other.key === name && other.content === line.content) ||
  (propertyNames.has(name) && /^$|^[^a-z]/.test(line.text.slice(line.content + length)))

/** Whether the next line is indented more, or starts with a dash. */
function hasEntries(lines: SourceLine[], index: number): boolean {
  const next = lines[findCodeLine(lines, index, 1) ?? -1]
  return next !== undefined && (next.indent > lines[index]!.content || next.dashes.length > 0)
}

/** Replaces the text between a key and its value, and adds quotes if the value needs them. */
function rewriteValue(line: SourceLine, from: number, to: number, separator: string): Splice[] {
  const separate = spliceLine(line, from, to, separator)
  const value = withoutComment(line.text.slice(to).trim())
  if (!/:\s|:$/.test(value) || needsQuotes(value[0] ?? '')) return [separate]
  const start = line.text.indexOf(value, to)
  return [separate, spliceLine(line, start, start + value.length, quoteText(value))]
}
