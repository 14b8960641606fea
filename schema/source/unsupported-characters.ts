/**
 * Matches tabs, line breaks other than line feeds, control characters and byte order marks. They
 * are rare, and YAML has special rules for each.
 */
export const unsupportedCharacterPattern =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/

const [lineFeed, carriageReturn] = [10, 13]

/** Whether a byte of UTF-8 is an unsupported character, or may start one. */
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
 * Finds multibyte characters in UTF-8. It tests four bytes at a time, and single bytes only if the
 * four are not all printable ASCII or line feeds.
 * @returns ascending offsets of groups of four bytes, which together contain all multibyte
 * characters; undefined if there is an unsupported character other than the CR of a CRLF
 */
export function findMultibyteOffsets(bytes: Uint8Array): number[] | undefined {
  const aligned = Math.min(bytes.length, -bytes.byteOffset & 3)
  const count = (bytes.length - aligned) >> 2
  const words =
    count > 0 ? new Int32Array(bytes.buffer, bytes.byteOffset + aligned, count) : new Int32Array(0)
  const rest = aligned + 4 * count
  const offsets: number[] = []
  if (hasUnsupportedBetween(bytes, 0, aligned) || hasUnsupportedBetween(bytes, rest, bytes.length))
    return undefined
  if (hasMultibyte(bytes, 0, aligned)) offsets.push(aligned - 4)
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    const lineFeeds = word ^ 0x0a0a0a0a
    const deletes = word ^ 0x7f7f7f7f
    // Sets the high bit of each byte that is a control character other than a line feed, or not
    // ASCII. For a delete character, the high bit of a neighboring byte may be set too.
    const isBelow =
      ~((word << 1) | (word << 2)) & (((lineFeeds & 0x7f7f7f7f) + 0x7f7f7f7f) | lineFeeds)
    if (((isBelow | word | ((deletes - 0x01010101) & ~deletes)) & 0x80808080) === 0) continue
    const at = aligned + 4 * index
    if (hasUnsupportedBetween(bytes, at, at + 4)) return undefined
    if ((word & 0x80808080) !== 0) offsets.push(at)
  }
  if (hasMultibyte(bytes, rest, bytes.length)) offsets.push(rest)
  return offsets
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
