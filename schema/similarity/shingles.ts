import { mayStartName, matchNameAt, getNameTrie } from './name-trie.ts'
import { hashWords, textEnd } from './hash-words.ts'

/** So many words make a phrase. */
const shingleLength = 3

/**
 * The phrases of a page, each as a number, sorted and each once. Of two pages with 500 phrases each, fewer than one pair in ten
 * thousand is taken for the same by mistake.
 * @param texts what the page says; a phrase does not reach from one text into the next.
 * @param names what is left aside, such as names of places: lists, of which those that many pages share are best the same ones.
 */
export const hashUniqueShingles = (texts: string[], ...names: string[][]): Uint32Array =>
  Uint32Array.from(new Set(hashShingles(texts, ...names))).sort()

/** Every phrase in its order, as often as it stands there: whole numbers of 32 bits, spread evenly. The next call writes over them. */
export function hashShingles(texts: string[], ...names: string[][]): Uint32Array {
  const ignoredNameTries = names.filter((list) => list.length > 0).map(getNameTrie)
  const words = hashWords(texts)
  if (shingleBuffer.length < words.length) shingleBuffer = new Uint32Array(2 * words.length)
  const found = shingleBuffer
  let [first, second, runLength, at] = [0, 0, 0, 0]
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    if (word === textEnd) {
      runLength = 0
      continue
    }
    let name = 0
    for (let list = 0; list < ignoredNameTries.length; list++)
      if (mayStartName(ignoredNameTries[list]!, word))
        name = Math.max(name, matchNameAt(ignoredNameTries[list]!, words, index))
    if (name > 0) {
      index += name - 1
      continue
    }
    if (++runLength >= shingleLength)
      found[at++] = mixBits(Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca77) ^ word)
    first = second
    second = word
  }
  return found.subarray(0, at)
}

/** Kept from page to page. */
let shingleBuffer = new Uint32Array(0)

/** The last step of MurmurHash3: every bit of the answer depends on every bit given. */
export function mixBits(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** How much two pages have in common, from 0 to 1: the Sørensen–Dice coefficient of their phrases. */
export function computeDiceCoefficient(a: Uint32Array, b: Uint32Array): number {
  let [i, j, shared] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const [x, y] = [a[i]!, b[j]!]
    if (x === y) shared++
    if (x <= y) i++
    if (y <= x) j++
  }
  return a.length + b.length === 0 ? 0 : (2 * shared) / (a.length + b.length)
}
