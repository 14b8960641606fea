/** So many words make a phrase. */
const phraseLength = 3

/**
 * The phrases of a page, each as a number, sorted and each once. Of two pages with 500 phrases each, fewer than one pair in ten
 * thousand is taken for the same by mistake.
 * @param texts what the page says; a phrase does not reach from one text into the next.
 * @param names what is left aside, such as names of places.
 */
export function listPhrases(texts: string[], names: string[]): Uint32Array {
  const phrases = new Set<number>()
  visitPhrases(texts, names, (phrase) => phrases.add(phrase))
  return Uint32Array.from(phrases).sort()
}

/** Every phrase in its order, as often as it stands there. Each is a whole number of 32 bits with a sign. */
export function visitPhrases(texts: string[], names: string[], visit: (phrase: number) => void): void {
  const left = names.filter((name) => name.trim() !== '').map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const aside = left.length > 0 ? new RegExp(`\\b(?:${left.join('|')})\\b`, 'gi') : undefined
  for (const text of texts) visitWords(aside ? text.replace(aside, ' ') : text, visit)
}

/** Letter by letter, without a list of the words: this is done for every page of a site. Words are hashed by FNV-1a. */
function visitWords(text: string, visit: (phrase: number) => void): void {
  const words = text.toLowerCase()
  const { length } = words
  let [first, second, count] = [0, 0, 0]
  let hash = fnvOffset
  for (let at = 0; at <= length; at++) {
    const code = at < length ? words.charCodeAt(at) : 0
    if (code < 128 ? latinWords[code] === 1 : isOfWord(code, words, at)) {
      hash = Math.imul(hash ^ code, 0x01000193)
    } else if (hash !== fnvOffset) {
      if (++count >= phraseLength) visit(joinHashes(first, second, hash))
      first = second
      second = hash
      hash = fnvOffset
    }
  }
}

/** What words are made of: letters and digits of every script, and the apostrophe. Of the first 128 signs they are listed. */
const latinWords = Uint8Array.from({ length: 128 }, (_, code) => (/[a-z0-9']/.test(String.fromCharCode(code)) ? 1 : 0))

const fnvOffset = 0x811c9dc5 | 0

function isOfWord(code: number, text: string, at: number): boolean {
  // The second half of a sign that takes two goes with the first.
  const isSecond = code >= 0xdc00 && code <= 0xdfff && at > 0
  const point = text.codePointAt(isSecond ? at - 1 : at)!
  const known = points.get(point) ?? /[\p{L}\p{N}]/u.test(String.fromCodePoint(point))
  points.set(point, known)
  return known
}

const points = new Map<number, boolean>()

function joinHashes(first: number, second: number, third: number): number {
  const two = mixBits(Math.imul(mixBits(first), 31) + second)
  // With a sign, so that it is a small whole number to a set.
  return mixBits(Math.imul(two, 31) + third) | 0
}

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
