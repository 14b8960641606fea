import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findMultibyteOffsets,
  unsupportedCharacterPattern,
} from '../../schema/fast/unsupported-characters.ts'

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
/** A file in memory begins anywhere, and four bytes in one step only where the first of them can be divided by four. */
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

describe('the signs of a text in UTF-8', () => {
  it('are uncommon where a pattern says so', () => {
    fc.assert(
      fc.property(texts, ({ text, before }) => {
        expect(findMultibyteOffsets(placeAtOffset(text, before)) === undefined).toBe(
          unsupportedCharacterPattern.test(text.replaceAll('\r\n', '\n')),
        )
      }),
      { numRuns: 3000 },
    )
  })

  it('stand beyond ASCII in the four bytes from each place that is told, and nowhere else', () => {
    fc.assert(
      fc.property(texts, ({ text, before }) => {
        const bytes = placeAtOffset(text, before)
        const places = findMultibyteOffsets(bytes) ?? []
        const told = new Set(places.flatMap((place) => [place, place + 1, place + 2, place + 3]))
        const wide = [...bytes.keys()].filter((at) => bytes[at]! > 127)
        if (unsupportedCharacterPattern.test(text.replaceAll('\r\n', '\n'))) return
        expect(wide.every((at) => told.has(at))).toBe(true)
        expect(places.every((place) => wide.some((at) => at >= place && at < place + 4))).toBe(true)
        expect(places).toEqual([...places].sort((a, b) => a - b))
      }),
      { numRuns: 3000 },
    )
  })
})
