import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findMultibyteOffsets,
  unsupportedCharacterPattern,
} from '../../schema/source/unsupported-characters.ts'

const characters = fc.constantFrom(
  'a',
  ' ',
  '~',
  '\n',
  '\r\n',
  '–',
  'é',
  '\u00a0',
  '😀',
  '\t',
  '\r',
  '\u007f',
  '\u0080',
  '\u2028',
  '\ufeff',
  '\u000b',
)
const texts = fc.array(characters, { maxLength: 40 }).map((parts) => parts.join(''))

/** Each byte as one character. */
const asBytes = (text: string) => Buffer.from(text).toString('latin1')

describe('the characters of a UTF-8 text', () => {
  it('are unsupported exactly if the pattern matches', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(findMultibyteOffsets(asBytes(text)) === undefined).toBe(
          unsupportedCharacterPattern.test(text.replaceAll('\r\n', '\n')),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('are found by their first byte if they have several', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const offsets = findMultibyteOffsets(asBytes(text))
        if (offsets === undefined) return
        const found = [...text].flatMap((character, index, all) =>
          character > '\u007f' ? [Buffer.byteLength(all.slice(0, index).join(''))] : [],
        )
        expect(offsets).toEqual(found)
      }),
      { numRuns: 1000 },
    )
  })
})
