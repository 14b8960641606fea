/** So many words make a phrase. */
const phraseLength = 3

/**
 * The phrases of a page, each as a number, sorted and each once. Of two pages with 500 phrases each, fewer than one pair in ten
 * thousand is taken for the same by mistake.
 * @param texts what the page says; a phrase does not reach from one text into the next.
 * @param names what is left aside, such as names of places.
 */
export const listPhrases = (texts: string[], names: string[]): Uint32Array => Uint32Array.from(new Set(readPhrases(texts, names))).sort()

/** Every phrase in its order, as often as it stands there: whole numbers of 32 bits, spread evenly. The next call writes over them. */
export function readPhrases(texts: string[], names: string[]): Uint32Array {
  const left = names.filter((name) => name.trim() !== '').map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const text = texts.join(betweenTexts)
  const said = left.length > 0 ? text.replace(new RegExp(`\\b(?:${left.join('|')})\\b`, 'gi'), ' ') : text
  // No text has more phrases than signs.
  if (phrases.length < said.length) {
    phrases = new Uint32Array(2 * said.length)
    signs = Buffer.allocUnsafeSlow(4 * said.length)
  }
  return phrases.subarray(0, readInto(phrases, said))
}

/** No author can write it, and nobody reads over it. */
const betweenTexts = '\0'

/** Kept from page to page, since this is done for every page of a site: phrases, and a text as numbers of 16 bits, which is read in half the time. */
let phrases = new Uint32Array(0)
let signs = Buffer.alloc(0)

/** Letter by letter, without a list of the words, which are hashed by FNV-1a. @returns how many phrases there are. */
function readInto(phrases: Uint32Array, text: string): number {
  const { buffer, byteOffset } = signs
  const codes = new DataView(buffer, byteOffset, signs.write(text, 'utf16le'))
  let [first, second, count, at] = [0, 0, 0, 0]
  let hash = fnvOffset
  for (let index = 0; index <= text.length; index++) {
    const code = index < text.length ? codes.getUint16(2 * index, true) : 0
    const sign = code < 128 ? latinSigns[code]! : signOf(code, text, index)
    if (sign !== 0) hash = Math.imul(hash ^ sign, 0x01000193)
    else {
      if (hash !== fnvOffset) {
        if (++count >= phraseLength) phrases[at++] = mixBits(Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca77) ^ hash)
        first = second
        second = hash
        hash = fnvOffset
      }
      if (code === 0) count = 0
    }
  }
  return at
}

/** What words are made of, in small letters: letters and digits of every script, and the apostrophe. 0 for all else. The first 128 are listed. */
const latinSigns = Uint8Array.from({ length: 128 }, (_, code) => (/[a-z0-9']/i.test(String.fromCharCode(code)) ? String.fromCharCode(code).toLowerCase().charCodeAt(0) : 0))

const fnvOffset = 0x811c9dc5 | 0

function signOf(code: number, text: string, at: number): number {
  // The second half of a sign that takes two goes with the first.
  const isSecond = code >= 0xdc00 && code <= 0xdfff && at > 0
  const point = text.codePointAt(isSecond ? at - 1 : at)!
  const known = otherSigns.get(point) ?? smallLetter(String.fromCodePoint(point))
  otherSigns.set(point, known)
  return known
}

const smallLetter = (sign: string) => (/[\p{L}\p{N}]/u.test(sign) ? sign.toLowerCase().codePointAt(0)! : 0)

const otherSigns = new Map<number, number>()

/** The last step of MurmurHash3: every bit of the answer depends on every bit given. */
export function mixBits(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** How much two pages have in common, from 0 to 1: the Sørensen–Dice coefficient of their phrases. */
export function comparePhrases(a: Uint32Array, b: Uint32Array): number {
  let [i, j, shared] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const [x, y] = [a[i]!, b[j]!]
    if (x === y) shared++
    if (x <= y) i++
    if (y <= x) j++
  }
  return a.length + b.length === 0 ? 0 : (2 * shared) / (a.length + b.length)
}
