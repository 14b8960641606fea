/** The characters of Windows-1252 for the bytes from 0x80 to 0x9F. It has none for five of them. */
const upperControls = new Map(
  [...'\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f']
    .concat([
      ...'\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178',
    ])
    .map((character, index) => [character, 0x80 + index]),
)
const continuation = `[\xa0-\xbf${[...upperControls.keys()].join('')}]`

/**
 * Matches UTF-8 that was read as Windows-1252: characters of two bytes for accented Latin letters
 * and symbols, of three for typographic quotes and dashes, and of four for emoji. After a capital,
 * \xc3 is a letter, as in MANH\xc3.
 */
const misreadPattern = new RegExp(
  `(?<!\\p{Lu})[\xc2-\xc5]${continuation}|\xe2${continuation}{2}|\xf0\u0178${continuation}{2}`,
  'gu',
)
/** Every match of these patterns contains one of these characters. */
const hintPattern = /[\xc2-\xc5\xe2\xf0\ufffd\u200b\u2060\ufeff]/
const invisiblePattern = /[\u200b\u2060\ufeff]/g

export type GarbledText = {
  /** Such as \xc3\xa9, or one character. */
  found: string
  /** What was meant, if that is certain: \xe9, or nothing for an invisible character. */
  meant?: string
}

/** Lists what is garbled in a text, in the order of the text for each kind. */
export function findGarbledTexts(text: string): GarbledText[] {
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
  const bytes = [...text].map(
    (character) => upperControls.get(character) ?? character.charCodeAt(0),
  )
  try {
    return strictDecoder.decode(Uint8Array.from(bytes))
  } catch {
    return undefined
  }
}
