import { toTextRange, spliceLine } from '../edit-lines.ts'
import { meaningsOfCharacters, quoteText } from '../quoting.ts'
import { isPropertyName } from '../property-names.ts'
import { withoutComment, type SourceLine } from '../read-lines.ts'
import type { SearchedText, SyntaxCause, TextRange } from '../types.ts'

/** Finds texts that need quotes because of their first character, a colon, or a #. */
export function* findUnquotedTexts({ lines, faultLine }: SearchedText): Iterable<SyntaxCause> {
  for (const [index, line] of lines.slice(0, faultLine + 1).entries()) {
    if (line.kind !== 'code' || line.value === '') continue
    // A list entry such as "Note: bring ID" looks like a property.
    const isText = line.key !== undefined && line.dashes.length > 0 && /[ A-Z]/.test(line.key)
    if (isText && !isPropertyName(line.key!, lines, line))
      yield* suggestQuotes(line, line.content, line.text.slice(line.content).trimEnd())
    if (line.key !== undefined || line.dashes.length > 0)
      yield* suggestQuotes(line, line.valueColumn, line.value)
    yield* findUnquotedMultilineText(lines, index)
  }
}

function* suggestQuotes(line: SourceLine, column: number, value: string): Iterable<SyntaxCause> {
  const text = withoutComment(value)
  const words = findQuoteReason(text)
  if (!words) return
  const mark = text.at(-1)!
  if (/["']/.test(mark) && text.indexOf(mark) === text.length - 1)
    yield {
      message: 'The quote at the start of this text is missing.',
      fix: 'Add it.',
      range: toTextRange(line, column + text.length - 1, column + text.length),
      edits: [spliceLine(line, column, column, mark)],
    }
  const [from, to] = words.range
  yield {
    message: words.message,
    fix: 'Put quotes around the text.',
    range: toTextRange(line, column + from, column + to),
    edits: [spliceLine(line, column, column + text.length, quoteText(text))],
    isGuess: words.isGuess,
  }
}

/**
 * Why a text needs quotes.
 * @property isGuess whether it may be something other than a text
 */
type QuoteReason = { message: string; range: TextRange; isGuess?: boolean }

/** Returns why a text needs quotes. Undefined if it needs none, or has them already. */
export function findQuoteReason(text: string): QuoteReason | undefined {
  const first = text[0] ?? ''
  if (first === '' || first === '"' || first === "'") return undefined
  if (isSpecialStart(text))
    return {
      message: `Text that starts with ${first} needs quotes. Without them, YAML reads ${first} as ${meaningsOfCharacters[first]}.`,
      range: [0, 1],
      isGuess: first === '[' && !/^\[[^\]]*\]\(/.test(text),
    }
  const colon = /:(?=\s|$)/.exec(text)
  if (colon)
    return {
      message: `Text that ${text.trimEnd().length === colon.index + 1 ? 'ends with a colon' : 'contains a colon and a space'} needs quotes.`,
      range: [colon.index, colon.index + 1],
      isGuess: !text.includes(' ') || first === '{' || first === '[',
    }
  const hash = /\s(#\S*)/.exec(text)
  if (hash)
    return {
      message:
        'Text that contains a space and a # needs quotes. Without them, a comment starts there.',
      range: [hash.index + 1, hash.index + 1 + hash[1]!.length],
    }
  return undefined
}

function isSpecialStart(text: string): boolean {
  if (/^[*&!@%`},\]]|^[-?:](?:\s|$)/.test(text)) return true
  // | and > start a block scalar if nothing but its options follows.
  if (/^[|>]\s*\S/.test(text)) return !/^[|>][-+0-9]{0,2}\s*(?:#.*)?$/.test(text)
  if (/^\{\s*[\w-]+:\s/.test(text)) return false
  // A list or group ends with its bracket, so a value with more text after the bracket is a text.
  const close = { '[': ']', '{': '}' }[text[0]!]
  return close !== undefined && new RegExp(`\\${close}\\s*[^\\s,\\]}#]`).test(text)
}

/** Finds a text that continues on deeper lines, one of which contains a colon or a #. */
function* findUnquotedMultilineText(lines: SourceLine[], index: number): Iterable<SyntaxCause> {
  const line = lines[index]!
  const column = line.key === undefined ? (line.dashes.at(-1) ?? Infinity) : line.content
  if (!/^[^"'[{|>*&!%@`#]/.test(line.value)) return
  const rest = lines.slice(index + 1)
  const length = rest.findIndex(({ kind, indent }) => kind !== 'blank' && indent <= column)
  const further = rest.slice(0, length === -1 ? undefined : length).filter((l) => l.kind === 'code')
  const last = further.at(-1)
  const reason = further.find(({ text }) => findQuoteReason(text.trim()))
  if (!last || !reason || (reason.key !== undefined && isPropertyName(reason.key, lines, reason)))
    return
  const whole = [line.value, ...further.map(({ text }) => text)].join('\n')
  const mark = whole.includes("'") && !/["\\]/.test(whole) ? '"' : "'"
  const words = findQuoteReason(reason.text.trim())!
  yield {
    message: words.message,
    fix: 'Put quotes around the text.',
    range: toTextRange(reason, reason.indent + words.range[0], reason.indent + words.range[1]),
    edits: [
      ...doubleApostrophes([line, ...further], line.valueColumn, mark),
      spliceLine(line, line.valueColumn, line.valueColumn, mark),
      spliceLine(last, last.text.trimEnd().length, last.text.trimEnd().length, mark),
    ],
  }
}

/** Doubles the apostrophes in a text that will have single quotes around it. */
const doubleApostrophes = (lines: SourceLine[], from: number, mark: string) =>
  mark === '"'
    ? []
    : lines.flatMap((line, index) =>
        [...line.text.matchAll(/'/g)]
          .filter(({ index: column }) => index > 0 || column >= from)
          .map(({ index: column }) => spliceLine(line, column, column, "'")),
      )
