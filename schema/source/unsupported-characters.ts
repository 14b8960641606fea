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
 * Finds multibyte characters in UTF-8.
 * @returns the ascending offsets of their first bytes; undefined if a character is unsupported. A CR
 * before an LF is supported.
 */
export function findMultibyteOffsets(bytes: Uint8Array): number[] | undefined {
  const offsets: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    const kind = byteKinds[byte]!
    if (
      kind !== 0 &&
      (kind === unsupported || isUnsupportedSequence(byte, bytes[at + 1]!, bytes[at + 2]!))
    )
      return undefined
    if (byte >= firstOfMultibyte) offsets.push(at)
  }
  return offsets
}

/** The bytes above ASCII and below this one continue a character. */
const firstOfMultibyte = 0xc0

function isUnsupportedSequence(first: number, second: number, third: number): boolean {
  if (first === carriageReturn) return second !== lineFeed
  if (first === 0xc2) return second < 0xa0
  if (first === 0xe2) return second === 0x80 && (third === 0xa8 || third === 0xa9)
  return (second === 0xbb && third === 0xbf) || (second === 0xbf && third >= 0xbe)
}
