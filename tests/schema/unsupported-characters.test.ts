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
/** A file can start at any offset in memory, and only aligned bytes are read four at a time. */
const texts = fc.record({
  text: fc.array(characters, { maxLength: 40 }).map((parts) => parts.join('')),
  before: fc.nat(7),
})

function placeAtOffset(text: string, offset: number): Buffer {
  const bytes = Buffer.from(text)
  const buffer = Buffer.alloc(offset + bytes.length, '\t')
  bytes.copy(buffer, offset)
  return buffer.subarray(offset)
}

describe('the characters of a UTF-8 text', () => {
  it('are unsupported exactly if the pattern matches', () => {
    fc.assert(
      fc.property(texts, ({ text, before }) => {
        expect(findMultibyteOffsets(placeAtOffset(text, before)) === undefined).toBe(
          unsupportedCharacterPattern.test(text.replaceAll('\r\n', '\n')),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('are multibyte only in the four bytes at each returned offset', () => {
    fc.assert(
      fc.property(texts, ({ text, before }) => {
        const bytes = placeAtOffset(text, before)
        const offsets = findMultibyteOffsets(bytes) ?? []
        const covered = new Set(
          offsets.flatMap((start) => [start, start + 1, start + 2, start + 3]),
        )
        const multibyte = [...bytes.keys()].filter((at) => bytes[at]! > 127)
        if (unsupportedCharacterPattern.test(text.replaceAll('\r\n', '\n'))) return
        expect(multibyte.every((at) => covered.has(at))).toBe(true)
        expect(
          offsets.every((start) => multibyte.some((at) => at >= start && at < start + 4)),
        ).toBe(true)
        expect(offsets).toEqual([...offsets].sort((a, b) => a - b))
      }),
      { numRuns: 1000 },
    )
  })
})
