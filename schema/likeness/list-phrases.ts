/** So many words make a phrase. */
const phraseLength = 3

/**
 * The phrases of a page, each as a number, sorted and each once. Of two pages with 500 phrases each, fewer than one pair in ten
 * thousand is taken for the same by mistake.
 * @param texts what the page says; a phrase does not reach from one text into the next.
 * @param names what is left aside, such as names of places.
 */
export function listPhrases(texts: string[], names: string[]): Uint32Array {
  const left = names.filter((name) => name.trim() !== '').map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const aside = new RegExp(`\\b(?:${left.join('|') || '$^'})\\b`, 'gi')
  const phrases = new Set<number>()
  for (const text of texts) {
    const words = (text.replace(aside, ' ').toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []).map(hashWord)
    for (let end = phraseLength; end <= words.length; end++) phrases.add(joinHashes(words, end - phraseLength, end))
  }
  return Uint32Array.from(phrases).sort()
}

/** FNV-1a. */
function hashWord(word: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193)
  return hash
}

function joinHashes(hashes: number[], from: number, to: number): number {
  let joined = 0
  for (let index = from; index < to; index++) joined = mixBits(Math.imul(joined, 31) + hashes[index]!)
  // With a sign, so that it is a small whole number to the set it goes into.
  return joined | 0
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
