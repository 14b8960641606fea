import { isScalar, parse, stringify, type Node, type Scalar } from 'yaml'
import { isDeepStrictEqual } from 'node:util'
import { spellFigure } from '../../../schema/facts/facts.ts'
import { getNodeRange } from '../../../schema/source/positions.ts'
import type { TextStyle } from './text-style.ts'
import { findDifference } from '../../../schema/util/splice-text.ts'

type ScalarValue = string | number | boolean | null

/**
 * Where a scalar is written.
 * @property isFlow in brackets, where more characters need quotes
 * @property indent of the lines of a block scalar
 */
type ScalarContext = { isFlow: boolean; indent: number }

export const isScalarValue = (value: unknown): value is ScalarValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** Writes a new scalar: plain where that is safe, a text of several lines as a block. */
export function formatScalar(value: ScalarValue, place: ScalarContext, style: TextStyle): string {
  if (typeof value !== 'string') return style.isFact ? spellFigure(String(value)) : String(value)
  if (style.isJson) return JSON.stringify(value)
  // Empty lines at the end would become one with those that follow.
  const isBlock = value.includes('\n') && !value.endsWith('\n\n') && !place.isFlow
  const candidates = [
    ...(isBlock ? [toBlockScalar('|', value, place, style)] : []),
    ...(isSafePlain(value) ? [value] : []),
    ...(style.quote === "'" ? [toSingleQuoted(value)] : []),
    toDoubleQuoted(value),
  ]
  return candidates.find((text) => parsesTo(text, value, place, style))!
}

/**
 * Replaces the value of a scalar: only the part that differs if possible; otherwise in the same
 * style; otherwise as a new scalar.
 * @returns the text between the offsets of the node's range
 */
export function replaceScalar(
  text: string,
  node: Node,
  value: ScalarValue,
  place: ScalarContext,
  style: TextStyle,
): string {
  const source = text.slice(...getNodeRange(node)!)
  const fallback = () => {
    const written = formatScalar(value, place, style).replace(/\r?\n$/, '')
    const comment = /^[|>][-+0-9]*( +#[^\r\n]*)/.exec(source)?.[1] ?? ''
    const line = written.includes('\n') ? written : written + comment
    return source.endsWith('\n') ? line + style.lineBreak : line
  }
  if (typeof value !== 'string' || !isScalar(node) || typeof node.value !== 'string')
    return fallback()
  const { type } = node
  const candidates = [
    spliceScalar(source, node as Scalar<string>, value),
    type === 'QUOTE_SINGLE' ? toSingleQuoted(value) : undefined,
    type === 'QUOTE_DOUBLE' ? toDoubleQuoted(value) : undefined,
    type === 'PLAIN' && isSafePlain(value) ? value : undefined,
    type === 'BLOCK_LITERAL' ? rewriteBlock(source, value, place, style) : undefined,
    type === 'BLOCK_FOLDED' ? rewriteBlock(source, value, place, style) : undefined,
  ]
  return (
    candidates.find((each) => each !== undefined && parsesTo(each, value, place, style)) ??
    fallback()
  )
}

/** Replaces the part between the common start and end of the old and the new value. */
function spliceScalar(source: string, node: Scalar<string>, value: string): string | undefined {
  const offsets = mapScalarOffsets(source, node)
  if (!offsets) return undefined
  const { start, end, text } = findDifference(node.value, value)
  const middle = offsets.encode(text)
  if (middle === undefined) return undefined
  return source.slice(0, offsets.at[start]) + middle + source.slice(offsets.at[end])
}

/** Control characters, and what looks like another type or syntax, need quotes. */
const isSafePlain = (value: string) =>
  value !== '' && stringify(value, { lineWidth: 0 }).trimEnd() === value

export const toSingleQuoted = (value: string) => `'${value.replaceAll("'", "''")}'`

export const toDoubleQuoted = (value: string) =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** @param indicator with the comment after it */
function toBlockScalar(
  indicator: '|' | '>',
  value: string,
  { indent }: ScalarContext,
  { lineBreak }: TextStyle,
  comment = '',
): string {
  const body = value.replace(/\n+$/, '')
  const ending = value.slice(body.length)
  const chomping = ['-', ''][ending.length] ?? '+'
  const folded = indicator === '>' ? body.replaceAll(/\n(?=[^ \t\n])/g, '\n\n') : body
  const lines = `${folded}${ending.slice(1)}`
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(indent) + line))
  return [`${indicator}${chomping}${comment}`, ...lines, ''].join(lineBreak)
}

/** In the same style, with the same indentation and the comment after the indicator. */
function rewriteBlock(source: string, value: string, place: ScalarContext, style: TextStyle) {
  if (value.endsWith('\n\n')) return undefined
  const [, indicator, comment = ''] = /^([|>])[-+0-9]*([^\r\n]*)/.exec(source) ?? []
  const indent = /\n( +)\S/.exec(source)?.[1]?.length ?? place.indent
  return toBlockScalar(indicator as '|' | '>', value, { ...place, indent }, style, comment)
}

/** Whether a text parses to the value in the position where it is to be written. */
function parsesTo(
  text: string,
  value: string,
  { isFlow, indent }: ScalarContext,
  { lineBreak }: TextStyle,
): boolean {
  const before = ' '.repeat(Math.max(0, indent - 2))
  // The lines of a text in brackets are indented by the collection around them.
  const written = isFlow
    ? `k: [ ${text}, { k: ${text} } ]`
    : `${before}k: ${text}${text.endsWith('\n') ? '' : lineBreak}${before}l: 0`
  try {
    const parsed = parse(written, { logLevel: 'error' }) as unknown
    return isDeepStrictEqual(parsed, isFlow ? { k: [value, { k: value }] } : { k: value, l: 0 })
  } catch {
    return false
  }
}

/**
 * Where each character of a scalar's value is in its source.
 * @property at the offset of each index of the value, and of its end
 * @property encode writes a part of another value in the same style; undefined if it cannot
 */
type ScalarOffsets = {
  at: number[]
  encode(part: string): string | undefined
}

const simpleEscapes: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  '\\': '\\',
  '/': '/',
  ' ': ' ',
  '0': '\0',
  e: '\u001b',
}
const hexEscapes: Record<string, number> = { x: 2, u: 4, U: 8 }

/** @returns undefined if the source cannot be followed character by character. */
function mapScalarOffsets(
  source: string,
  { type, value }: Scalar<string>,
): ScalarOffsets | undefined {
  switch (type) {
    case 'PLAIN':
      return walk(source, value, 0, source.length, readPlain, (part) =>
        part.includes('\n') ? undefined : part,
      )
    case 'QUOTE_SINGLE':
      return walk(source, value, 1, source.length - 1, readSingleQuoted, (part) =>
        part.includes('\n') ? undefined : part.replaceAll("'", "''"),
      )
    case 'QUOTE_DOUBLE':
      return walk(source, value, 1, source.length - 1, readDoubleQuoted, (part) =>
        JSON.stringify(part).slice(1, -1),
      )
    case 'BLOCK_LITERAL':
    case 'BLOCK_FOLDED':
      return walkBlock(source, value, type === 'BLOCK_LITERAL')
    default:
      return undefined
  }
}

/** Reads one character of the value. @returns its length in the source */
type ReadCharacter = (source: string, at: number, expected: string) => number | undefined

const readPlain: ReadCharacter = (source, at, expected) =>
  source.startsWith(expected, at) ? expected.length : undefined

const readSingleQuoted: ReadCharacter = (source, at, expected) =>
  expected === "'" ? (source.startsWith("''", at) ? 2 : undefined) : readPlain(source, at, expected)

const readDoubleQuoted: ReadCharacter = (source, at, expected) => {
  if (source[at] !== '\\') return readPlain(source, at, expected)
  const letter = source[at + 1] ?? ''
  const digits = hexEscapes[letter]
  if (digits === undefined) return simpleEscapes[letter] === expected ? 2 : undefined
  const code = Number.parseInt(source.slice(at + 2, at + 2 + digits), 16)
  return String.fromCodePoint(code) === expected ? 2 + digits : undefined
}

const lineFold = /[ \t]*((?:\r?\n[ \t]*)+)/y

/** Line breaks in plain and quoted texts are folded, and the indentation after them is dropped. */
function walk(
  source: string,
  value: string,
  start: number,
  end: number,
  read: ReadCharacter,
  encode: ScalarOffsets['encode'],
): ScalarOffsets | undefined {
  const at: number[] = []
  let position = start
  for (let index = 0; index < value.length; ) {
    lineFold.lastIndex = position
    const fold = lineFold.exec(source)
    if (fold) {
      const breaks = fold[1]!.split('\n').length - 1
      const folded = breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)
      if (!value.startsWith(folded, index)) return undefined
      for (const _ of folded) at[index++] = position
      position += fold[0].length
      continue
    }
    const character = String.fromCodePoint(value.codePointAt(index)!)
    const length = read(source, position, character)
    if (length === undefined) return undefined
    for (const _ of character.split('')) at[index++] = position
    position += length
  }
  if (position !== end) return undefined
  at[value.length] = position
  return { at, encode }
}

/** Follows the lines of a block scalar, whose indentation is that of its first line. */
function walkBlock(source: string, value: string, isLiteral: boolean): ScalarOffsets | undefined {
  const header = /^[|>][-+0-9]*[^\r\n]*\r?\n/.exec(source)?.[0]
  const indent = /\n( *)[^\s]/.exec(source)?.[1]
  if (header === undefined || indent === undefined || /[0-9]/.test(header)) return undefined
  const lineBreak = header.endsWith('\r\n') ? '\r\n' : '\n'
  const at: number[] = []
  let position = header.length
  const skipIndent = () => {
    if (source.startsWith(indent, position)) position += indent.length
  }
  skipIndent()
  for (let index = 0; index < value.length; ) {
    if (value[index] === '\n' || (!isLiteral && source.startsWith(lineBreak, position))) {
      if (!source.startsWith(lineBreak, position)) return undefined
      const isFolded = !isLiteral && value[index] !== '\n'
      if (isFolded && value[index] !== ' ') return undefined
      at[index++] = position
      position += lineBreak.length
      // A folded line break is written as an empty line.
      if (!isLiteral && !isFolded && index < value.length && source.startsWith(lineBreak, position))
        position += lineBreak.length
      skipIndent()
      continue
    }
    if (source[position] !== value[index]) return undefined
    at[index++] = position++
  }
  at[value.length] = position
  const encode = (part: string) =>
    isLiteral
      ? part.replaceAll(/\n(?!\n|$)/g, `${lineBreak}${indent}`).replaceAll(/(?<!\r)\n/g, lineBreak)
      : part.includes('\n')
        ? undefined
        : part
  return { at, encode }
}
