import { encodeWindows1252, windows1252Controls } from '../../util/windows-1252.ts'

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
  try {
    return strictDecoder.decode(encodeWindows1252(text))
  } catch {
    return undefined
  }
}
