/** Turns texts into sets of hashed phrases, so that they can be compared quickly. */
import { memoizeByObject } from '../util/memoize-by-object.ts'

/** Words per shingle. */
const shingleLength = 3

/** Hashes the distinct shingles of texts, sorted. See `hashShingles`. */
export const hashUniqueShingles = (texts: string[], ...names: string[][]): Uint32Array =>
  Uint32Array.from(new Set(hashShingles(texts, ...names))).sort()

/**
 * Hashes the shingles of texts, in order and with duplicates. Shingles do not span two texts.
 * @param names lists of names to ignore; pass the same list object for many pages, since it is
 *   indexed once
 */
export function hashShingles(texts: string[], ...names: string[][]): Uint32Array {
  const trees = names.filter((list) => list.length > 0).map(indexNames)
  const shingles: number[] = []
  for (const text of texts) {
    const words = hashWords(text)
    let [first, second, runLength] = [0, 0, 0]
    for (let at = 0; at < words.length; at++) {
      const nameLength = findName(words, at, trees)
      if (nameLength > 0) {
        at += nameLength - 1
        continue
      }
      const word = words[at]!
      if (++runLength >= shingleLength)
        shingles.push(mixBits(Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca77) ^ word))
      first = second
      second = word
    }
  }
  return new Uint32Array(shingles)
}

/** Hashes the words of a text, which consist of letters, digits and apostrophes, in lower case. */
function hashWords(text: string): number[] {
  const hashes: number[] = []
  const lowerCase = text.toLowerCase()
  let hash = fnvOffset
  for (let at = 0; at < lowerCase.length; at++) {
    let code = lowerCase.charCodeAt(at)
    if (code >= 0xd800) code = lowerCase.codePointAt(at)!
    if (code > 0xffff) at++
    if (code < 128 ? asciiWordCodes[code] : isWordCode(code)) {
      hash = Math.imul(hash ^ code, fnvPrime)
    } else if (hash !== fnvOffset) {
      hashes.push(hash)
      hash = fnvOffset
    }
  }
  if (hash !== fnvOffset) hashes.push(hash)
  return hashes
}

/** FNV-1a. */
const fnvOffset = 0x811c9dc5 | 0
export const fnvPrime = 0x01000193

const wordCodes = new Map<number, boolean>()
function isWordCode(code: number): boolean {
  const known = wordCodes.get(code) ?? /[\p{L}\p{N}']/u.test(String.fromCodePoint(code))
  wordCodes.set(code, known)
  return known
}
const asciiWordCodes = Array.from({ length: 128 }, (_, code) => isWordCode(code))

/** Whether a text contains one of the names. */
export function mentionsName(text: string, names: string[]): boolean {
  const [words, trees] = [hashWords(text), [indexNames(names)]]
  return words.some((_, at) => findName(words, at, trees) > 0)
}

/** Names as a tree of their words, because thousands may begin with the same one. */
type NameTree = { isName: boolean; next: Map<number, NameTree> }

const createTree = (): NameTree => ({ isName: false, next: new Map() })

const indexNames = memoizeByObject((names: string[]): NameTree => {
  const root = createTree()
  for (const name of names) {
    // Names without letters or digits are skipped.
    if (hashWords(name).length === 0) continue
    // Also the possessive: Springfield's.
    for (const words of [hashWords(name), hashWords(`${name}'s`)]) {
      let tree = root
      for (const word of words) {
        const next = tree.next.get(word) ?? createTree()
        tree.next.set(word, next)
        tree = next
      }
      tree.isName = true
    }
  }
  return root
})

/** Returns the number of words of the longest name at an index, or 0 if there is none. */
function findName(words: number[], at: number, trees: NameTree[]): number {
  let longest = 0
  for (const root of trees) {
    let tree = root.next.get(words[at]!)
    for (let length = 1; tree !== undefined; length++) {
      if (tree.isName && length > longest) longest = length
      tree = tree.next.get(words[at + length]!)
    }
  }
  return longest
}

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
