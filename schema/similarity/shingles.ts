import { mayStartName, matchNameAt, getNameTrie } from './name-trie.ts'
import { hashWords, textEnd } from './hash-words.ts'

/** Words per shingle. */
const shingleLength = 3

/**
 * Hashes the distinct shingles of texts, sorted. Shingles do not span two texts.
 * @param names lists of names to ignore; pass the same list objects for many pages to reuse their
 *   tries
 */
export const hashUniqueShingles = (texts: string[], ...names: string[][]): Uint32Array =>
  Uint32Array.from(new Set(hashShingles(texts, ...names))).sort()

/**
 * Hashes the shingles of texts to 32 bits, in order and with duplicates.
 * @returns a view of a shared buffer, which the next call overwrites
 */
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

/** Reused between calls. */
let shingleBuffer = new Uint32Array(0)

/** The finalizer of MurmurHash3: every output bit depends on every input bit. */
export function mixBits(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** Computes the Sørensen–Dice coefficient of two sorted lists of shingles, from 0 to 1. */
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
