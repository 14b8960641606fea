import { problemAt, type Problem } from '../../problems/problem.ts'
import type { Correction } from '../../problems/correction.ts'
import type { Position, SourceLocation } from '../../problems/location.ts'

/**
 * The characters of Windows-1252 for the bytes from 0x80 to 0x9F, as the Encoding Standard lists
 * them. Node's own decoder reads these bytes as Latin-1, in which they are control characters.
 */
const windows1252Controls = [
  ...'\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f',
  ...'\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178',
]

const bytesByCharacter = new Map(
  windows1252Controls.map((character, index) => [character, 0x80 + index]),
)

const encodeWindows1252 = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => bytesByCharacter.get(character) ?? character.charCodeAt(0))

const continuation = `[\xa0-\xbf${windows1252Controls.join('')}]`

/**
 * Matches UTF-8 that was decoded as Windows-1252: two characters for an accented Latin letter or a
 * symbol, three for a typographic quote or dash, and four for an emoji. After a capital, \xc3 is a
 * letter, as in MANH\xc3.
 */
const misreadPattern = new RegExp(
  `(?<!\\p{Lu})[\xc2-\xc5]${continuation}|\xe2${continuation}{2}|\xf0\u0178${continuation}{2}`,
  'gu',
)
/** Every match of these patterns contains one of these characters. */
const hintPattern = /[\xc2-\xc5\xe2\xf0\ufffd\u200b\u2060\ufeff]/
const invisiblePattern = /[\u200b\u2060\ufeff]/g

type GarbledText = {
  /** The garbled text, such as \xc3\xa9, or an invisible character. */
  found: string
  /** The correct text, if that is certain: \xe9, or nothing for an invisible character. */
  meant?: string
}

/**
 * Lists the garbled parts of a text: one kind of garbling after the other, each in the order of the
 * text.
 */
function findGarbledTexts(text: string): GarbledText[] {
  if (!hintPattern.test(text)) return []
  return [
    ...[...text.matchAll(misreadPattern)].flatMap(([found]) => {
      const meant = decodeMisread(found)
      return meant === undefined ? [] : [{ found, meant }]
    }),
    ...[...text.matchAll(invisiblePattern)].map(([found]) => ({ found, meant: '' })),
    ...(text.includes('\ufffd') ? [{ found: '\ufffd' }] : []),
  ]
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true })

function decodeMisread(text: string): string | undefined {
  try {
    return strictDecoder.decode(encodeWindows1252(text))
  } catch {
    return undefined
  }
}

/** Reports the first garbled character of a text. The correction fixes the whole line. */
export function checkForGarbledText(
  text: string,
  location: SourceLocation,
  problems: Problem[],
): void {
  const [first] = findGarbledTexts(text)
  if (!first) return
  const { found, meant } = first
  problems.push(
    problemAt(location, 'GARBLED_TEXT', describeGarbledText(found, meant), {
      ...(meant === '' ? { fix: 'Delete it.' } : { found, expected: meant }),
      ...(meant === undefined && { fix: 'Type the character again.' }),
      needle: found,
      correct: correctGarbledLine,
    }),
  )
}

function describeGarbledText(found: string, meant: string | undefined): string {
  if (meant === undefined) return 'This text contains \ufffd, where a character has been lost.'
  if (meant !== '') return `"${found}" was "${meant}" before it was read with the wrong encoding.`
  const code = `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  return `This text contains an invisible character (${code}), which keeps searches from finding the word.`
}

function correctGarbledLine({ line, excerpt }: Position): Correction | undefined {
  const meanings = new Map(
    findGarbledTexts(excerpt).flatMap(({ found, meant }) =>
      meant === undefined ? [] : [[found, meant] as const],
    ),
  )
  if (meanings.size === 0) return undefined
  const edits = [...excerpt.matchAll(new RegExp([...meanings.keys()].join('|'), 'g'))].map(
    ({ 0: found, index }) => ({
      ...{ line, column: index + 1, endLine: line, endColumn: index + found.length + 1 },
      text: meanings.get(found)!,
    }),
  )
  return { edits, isSure: true }
}
