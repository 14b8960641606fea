/** Stands among the words where a text is over. */
export const textEnd = 0

/** No author can write it, and nobody reads over it. */
const textSeparator = '\0'

/** Kept from page to page, since this is done for every page of a site: a text as numbers of 16 bits, which are read in half the time, and its words. */
let utf16Buffer = Buffer.alloc(0)
let wordHashBuffer = new Int32Array(0)

/**
 * The words of texts in their order, each as a hash (FNV-1a), with `textEnd` after each text. Letter by letter, without a list of them. Capital and small letters
 * are the same. The next call writes over what this one gave.
 */
export function hashWords(texts: string[]): Int32Array {
  const text = texts.join(textSeparator)
  // No text has more words, and ends, than signs, but for the last one.
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

/** What words are made of, in small letters: letters and digits of every script, and the apostrophe. 0 for all else. The first 128 are listed. */
const asciiWordChars = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z0-9']/i.test(String.fromCharCode(code))
    ? String.fromCharCode(code).toLowerCase().charCodeAt(0)
    : 0,
)

const fnvOffset = 0x811c9dc5 | 0

function normalizeWordChar(code: number, text: string, at: number): number {
  // The second half of a sign that takes two goes with the first.
  const isSecond = code >= 0xdc00 && code <= 0xdfff && at > 0
  const point = text.codePointAt(isSecond ? at - 1 : at)!
  const known = wordCharCache.get(point) ?? toLowerWordChar(String.fromCodePoint(point))
  wordCharCache.set(point, known)
  return known
}

const toLowerWordChar = (sign: string) =>
  /[\p{L}\p{N}]/u.test(sign) ? sign.toLowerCase().codePointAt(0)! : 0

const wordCharCache = new Map<number, number>()
