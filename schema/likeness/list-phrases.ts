/** So many words make a phrase. */
const phraseLength = 3

/**
 * The phrases of a page, each as a number, sorted and each once. Of two pages with 500 phrases each, fewer than one pair in ten
 * thousand is taken for the same by mistake.
 * @param texts what the page says; a phrase does not reach from one text into the next.
 * @param names what is left aside, such as names of places: lists, of which those that many pages share are best the same ones.
 */
export const listPhrases = (texts: string[], ...names: string[][]): Uint32Array => Uint32Array.from(new Set(readPhrases(texts, ...names))).sort()

/** Every phrase in its order, as often as it stands there: whole numbers of 32 bits, spread evenly. The next call writes over them. */
export function readPhrases(texts: string[], ...names: string[][]): Uint32Array {
  const aside = names.map(indexNames).filter((index) => index.names.next.size > 0)
  const count = readWords(texts.join(betweenTexts))
  if (phrases.length < count) phrases = new Uint32Array(words.length)
  const [said, found] = [words, phrases]
  let [first, second, row, at] = [0, 0, 0, 0]
  for (let index = 0; index < count; index++) {
    const word = said[index]!
    if (word === textEnd) {
      row = 0
      continue
    }
    let name = 0
    for (let list = 0; list < aside.length; list++) {
      const { firsts, names } = aside[list]!
      if (firsts[word & (firsts.length - 1)] !== 0) name = Math.max(name, nameAt(index, names))
    }
    if (name > 0) {
      index += name - 1
      continue
    }
    if (++row >= phraseLength) found[at++] = mixBits(Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca77) ^ word)
    first = second
    second = word
  }
  return found.subarray(0, at)
}

/** No author can write it, and nobody reads over it. */
const betweenTexts = '\0'

/** Kept from page to page, since this is done for every page of a site: a text as numbers of 16 bits, which are read in half the time; its words; its phrases. */
let signs = Buffer.alloc(0)
let words = new Int32Array(0)
let phrases = new Uint32Array(0)

/** Stands among the words where a text is over. */
const textEnd = 0

/** Letter by letter, without a list of texts: words are hashed by FNV-1a. @returns how many there are, with the ends of texts. */
function readWords(text: string): number {
  // No text has more words, and ends, than signs, but for the last one.
  if (words.length <= text.length) {
    const room = 2 * (text.length + 1)
    signs = Buffer.allocUnsafeSlow(2 * room)
    words = new Int32Array(room)
  }
  const { buffer, byteOffset } = signs
  const codes = new DataView(buffer, byteOffset, signs.write(text, 'utf16le'))
  const said = words
  let count = 0
  let hash = fnvOffset
  for (let index = 0; index <= text.length; index++) {
    const code = index < text.length ? codes.getUint16(2 * index, true) : 0
    const sign = code < 128 ? latinSigns[code]! : signOf(code, text, index)
    if (sign !== 0) hash = Math.imul(hash ^ sign, 0x01000193)
    else {
      if (hash !== fnvOffset) {
        said[count++] = hash
        hash = fnvOffset
      }
      if (code === 0) said[count++] = textEnd
    }
  }
  return count
}

/** Names word by word: after the first, whatever goes on from there. */
type NamePart = { isWhole: boolean; next: Map<number, NamePart> }

/** @property firsts a table by the last bits of a word: most words begin no name. */
type NameIndex = { firsts: Uint8Array; names: NamePart }

const known = new WeakMap<string[], NameIndex>()

function indexNames(list: string[]): NameIndex {
  const index = known.get(list) ?? makeIndex(list)
  known.set(list, index)
  return index
}

function makeIndex(list: string[]): NameIndex {
  const firsts = new Uint8Array(2 ** Math.ceil(Math.log2(32 * (list.length + 1))))
  const names: NamePart = { isWhole: false, next: new Map() }
  for (const name of list) {
    if (readWords(name) === 1) continue
    // What is Springfield's is left aside as Springfield is.
    for (const written of [name, `${name}'s`]) {
      const count = readWords(written) - 1
      let part = names
      for (let index = 0; index < count; index++) {
        const next = part.next.get(words[index]!) ?? { isWhole: false, next: new Map<number, NamePart>() }
        part.next.set(words[index]!, next)
        part = next
      }
      part.isWhole = true
      firsts[words[0]! & (firsts.length - 1)] = 1
    }
  }
  return { firsts, names }
}

/** @returns how many words the longest name has that stands here. */
function nameAt(at: number, names: NamePart): number {
  let longest = 0
  // Beyond the last text stands its end, which no name goes on with.
  for (let part = names.next.get(words[at]!), index = at + 1; part; part = part.next.get(words[index++]!)) if (part.isWhole) longest = index - at
  return longest
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
