/** Tabs, breaks that are no line feed, control characters, byte order marks: rare, and each with rules of its own. */
export const uncommonCharacter = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/

const [lineFeed, carriageReturn] = [10, 13]

/** What a byte of UTF-8 is: `uncommon` by itself, or `maybe` with those behind it. */
const [uncommon, maybe] = [1, 2]
const kinds = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === carriageReturn || byte === 0xc2 || byte === 0xe2 || byte === 0xef) return maybe
  return byte < 128 && byte !== lineFeed && uncommonCharacter.test(String.fromCharCode(byte)) ? uncommon : 0
})

/**
 * Whether there is an `uncommonCharacter` among the bytes, when each break is a line feed. Four bytes are looked at in one step, and one by
 * one only where they are not all printable ASCII: patterns take twice as long.
 */
export function holdsUncommon(bytes: Uint8Array): boolean {
  const aligned = Math.min(bytes.length, -bytes.byteOffset & 3)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + aligned, (bytes.length - aligned) >> 2)
  if (holdsUncommonBetween(bytes, 0, aligned)) return true
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    const deleted = word ^ 0x7f7f7f7f
    // Below a space; beyond ASCII; the sign for deleting. A byte beside such a one may be taken for one too.
    if ((((word - 0x20202020) | word | ((deleted - 0x01010101) & ~deleted)) & 0x80808080) === 0) continue
    const at = aligned + 4 * index
    if (holdsUncommonBetween(bytes, at, at + 4)) return true
  }
  return holdsUncommonBetween(bytes, aligned + 4 * words.length, bytes.length)
}

function holdsUncommonBetween(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const kind = kinds[bytes[at]!]!
    if (kind !== 0 && (kind === uncommon || isUncommonFrom(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!))) return true
  }
  return false
}

function isUncommonFrom(first: number, second: number, third: number): boolean {
  if (first === carriageReturn) return second !== lineFeed
  if (first === 0xc2) return second < 0xa0
  if (first === 0xe2) return second === 0x80 && (third === 0xa8 || third === 0xa9)
  return (second === 0xbb && third === 0xbf) || (second === 0xbf && third >= 0xbe)
}
