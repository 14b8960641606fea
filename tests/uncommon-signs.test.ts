import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findWide, uncommonCharacter } from '../schema/uncommon-signs.ts'

const signs = fc.constantFrom(
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
  text: fc.array(signs, { maxLength: 40 }).map((parts) => parts.join('')),
  before: fc.nat(7),
})

function laidAt(text: string, before: number): Buffer {
  const bytes = Buffer.from(text)
  const room = Buffer.alloc(before + bytes.length, '\t')
  bytes.copy(room, before)
  return room.subarray(before)
}

describe('the signs of a text in UTF-8', () => {
  it('are uncommon where a pattern says so', () => {
    fc.assert(
      fc.property(texts, ({ text, before }) => {
        expect(findWide(laidAt(text, before)) === undefined).toBe(
          uncommonCharacter.test(text.replaceAll('\r\n', '\n')),
        )
      }),
      { numRuns: 3000 },
    )
  })

  it('stand beyond ASCII in the four bytes from each place that is told, and nowhere else', () => {
    fc.assert(
      fc.property(texts, ({ text, before }) => {
        const bytes = laidAt(text, before)
        const places = findWide(bytes) ?? []
        const told = new Set(places.flatMap((place) => [place, place + 1, place + 2, place + 3]))
        const wide = [...bytes.keys()].filter((at) => bytes[at]! > 127)
        if (uncommonCharacter.test(text.replaceAll('\r\n', '\n'))) return
        expect(wide.every((at) => told.has(at))).toBe(true)
        expect(places.every((place) => wide.some((at) => at >= place && at < place + 4))).toBe(true)
        expect(places).toEqual([...places].sort((a, b) => a - b))
      }),
      { numRuns: 3000 },
    )
  })
})
