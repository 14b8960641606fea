/** Tabs, breaks that are no line feed, control characters, byte order marks: rare, and each with rules of its own. */
export const unsupportedCharacterPattern =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/

const [lineFeed, carriageReturn] = [10, 13]

/** What a byte of UTF-8 is: `uncommon` by itself, or `maybe` with those behind it. */
const [unsupported, maybeUnsupported] = [1, 2]
const byteKinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === carriageReturn || byte === 0xc2 || byte === 0xe2 || byte === 0xef)
    return maybeUnsupported
  return byte < 128 &&
    byte !== lineFeed &&
    unsupportedCharacterPattern.test(String.fromCharCode(byte))
    ? unsupported
    : 0
})

/**
 * Looks through a text in UTF-8, four bytes in one step, and one by one only where they are not all printable ASCII or line feeds: patterns take twice as long.
 * @returns where signs beyond ASCII stand: each of their bytes is one of the four that begin at one of these places, which are in their order. Undefined where there is an
 * `uncommonCharacter` when each break is a line feed.
 */
export function findMultibyteOffsets(bytes: Uint8Array): number[] | undefined {
  const aligned = Math.min(bytes.length, -bytes.byteOffset & 3)
  const count = (bytes.length - aligned) >> 2
  const words =
    count > 0 ? new Int32Array(bytes.buffer, bytes.byteOffset + aligned, count) : new Int32Array(0)
  const rest = aligned + 4 * count
  const wide: number[] = []
  if (hasUnsupportedBetween(bytes, 0, aligned) || hasUnsupportedBetween(bytes, rest, bytes.length))
    return undefined
  if (hasMultibyte(bytes, 0, aligned)) wide.push(aligned - 4)
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    const fed = word ^ 0x0a0a0a0a
    const deleted = word ^ 0x7f7f7f7f
    // The first bit of each byte: below a space and no line feed; beyond ASCII; the sign for deleting, or a byte beside it.
    const isBelow = ~((word << 1) | (word << 2)) & (((fed & 0x7f7f7f7f) + 0x7f7f7f7f) | fed)
    if (((isBelow | word | ((deleted - 0x01010101) & ~deleted)) & 0x80808080) === 0) continue
    const at = aligned + 4 * index
    if (hasUnsupportedBetween(bytes, at, at + 4)) return undefined
    if ((word & 0x80808080) !== 0) wide.push(at)
  }
  if (hasMultibyte(bytes, rest, bytes.length)) wide.push(rest)
  return wide
}

function hasMultibyte(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at]! > 127) return true
  return false
}

function hasUnsupportedBetween(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const kind = byteKinds[bytes[at]!]!
    if (
      kind !== 0 &&
      (kind === unsupported || isUnsupportedSequence(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!))
    )
      return true
  }
  return false
}

function isUnsupportedSequence(first: number, second: number, third: number): boolean {
  if (first === carriageReturn) return second !== lineFeed
  if (first === 0xc2) return second < 0xa0
  if (first === 0xe2) return second === 0x80 && (third === 0xa8 || third === 0xa9)
  return (second === 0xbb && third === 0xbf) || (second === 0xbf && third >= 0xbe)
}
