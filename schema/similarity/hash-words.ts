/** Marks the end of a text among the hashes. */
export const textEnd = 0

/** A character that cannot occur in a text. */
const textSeparator = '\0'

/**
 * Buffers that are reused between calls, since this runs for every page. Reading UTF-16 units from
 * a buffer is faster than from a string.
 */
let utf16Buffer = Buffer.alloc(0)
let wordHashBuffer = new Int32Array(0)

/**
 * Hashes the words of texts (FNV-1a, case-insensitive), adding `textEnd` after each text.
 * @returns a view of a shared buffer, which the next call overwrites
 */
export function hashWords(texts: string[]): Int32Array {
  const text = texts.join(textSeparator)
  // There are at most as many words and separators as characters, plus the last end.
  if (wordHashBuffer.length <= text.length) {
    const capacity = 2 * (text.length + 1)
    utf16Buffer = Buffer.allocUnsafeSlow(2 * capacity)
    wordHashBuffer = new Int32Array(capacity)
  }
  const { buffer, byteOffset } = utf16Buffer
  const codes = new DataView(buffer, byteOffset, utf16Buffer.write(text, 'utf16le'))
  const hashes = wordHashBuffer
  let count = 0
  let hash = fnvOffset
  for (let index = 0; index <= text.length; index++) {
    const code = index < text.length ? codes.getUint16(2 * index, true) : 0
    const char = code < 128 ? asciiWordChars[code]! : normalizeWordChar(code, text, index)
    if (char !== 0) hash = Math.imul(hash ^ char, 0x01000193)
    else {
      if (hash !== fnvOffset) {
        hashes[count++] = hash
        hash = fnvOffset
      }
      if (code === 0) hashes[count++] = textEnd
    }
  }
  return hashes.subarray(0, count)
}

/**
 * Lowercase word characters by ASCII code: letters, digits and the apostrophe. 0 for other codes.
 */
const asciiWordChars = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z0-9']/i.test(String.fromCharCode(code))
    ? String.fromCharCode(code).toLowerCase().charCodeAt(0)
    : 0,
)

const fnvOffset = 0x811c9dc5 | 0

/**
 * Returns the lowercase code point of a letter or digit of any script, or 0 for other characters.
 */
function normalizeWordChar(code: number, text: string, at: number): number {
  // Both halves of a surrogate pair return the code point of the pair.
  const isSecond = code >= 0xdc00 && code <= 0xdfff && at > 0
  const point = text.codePointAt(isSecond ? at - 1 : at)!
  const known = wordCharCache.get(point) ?? toLowerWordChar(String.fromCodePoint(point))
  wordCharCache.set(point, known)
  return known
}

const toLowerWordChar = (char: string) =>
  /[\p{L}\p{N}]/u.test(char) ? char.toLowerCase().codePointAt(0)! : 0

const wordCharCache = new Map<number, number>()
