import type { Scalar } from 'yaml'

/**
 * Where each character of a scalar's value is in its source.
 * @property at the offset of each index of the value, and of its end
 * @property encode writes a part of another value in the same style; undefined if it cannot
 */
export type ScalarOffsets = {
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
export function mapScalarOffsets(
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
