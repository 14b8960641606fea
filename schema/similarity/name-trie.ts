import { memoizeByObject } from '../util/memoize-by-object.ts'
import { hashWords } from './hash-words.ts'

/** A node of a trie of word hashes. */
type TrieNode = { isEnd: boolean; children: Map<number, TrieNode> }

/**
 * A trie that finds names in a sequence of word hashes.
 * @property firstWordFilter rules out most words by their low bits
 */
export type NameTrie = { firstWordFilter: Uint8Array; root: TrieNode }

/** Returns the trie of a list of names, cached by the identity of the list. */
export const getNameTrie = memoizeByObject((list: string[]): NameTrie => {
  const firstWordFilter = new Uint8Array(2 ** Math.ceil(Math.log2(32 * (list.length + 1))))
  const root: TrieNode = { isEnd: false, children: new Map() }
  for (const name of list) {
    const own = hashNameWords(name)
    // Skip names without letters or digits.
    if (own.length === 0) continue
    // Also match the possessive: Springfield's.
    for (const words of [own, hashNameWords(`${name}'s`)]) {
      firstWordFilter[words[0]! & (firstWordFilter.length - 1)] = 1
      let part = root
      for (const word of words) {
        const next = part.children.get(word) ?? {
          isEnd: false,
          children: new Map<number, TrieNode>(),
        }
        part.children.set(word, next)
        part = next
      }
      part.isEnd = true
    }
  }
  return { firstWordFilter, root }
})

/** Copies the hashes from the shared buffer, without `textEnd`. */
const hashNameWords = (name: string): Int32Array => hashWords([name]).slice(0, -1)

/** Whether a name may start with a word. False positives are possible. */
export const mayStartName = ({ firstWordFilter }: NameTrie, word: number): boolean =>
  firstWordFilter[word & (firstWordFilter.length - 1)] === 1

/** Returns the number of words of the longest name at an index, or 0 if there is none. */
export function matchNameAt({ root }: NameTrie, words: Int32Array, at: number): number {
  let longest = 0
  // Stops at the latest at `textEnd`, which no name contains.
  for (
    let part = root.children.get(words[at]!), index = at + 1;
    part;
    part = part.children.get(words[index++]!)
  )
    if (part.isEnd) longest = index - at
  return longest
}
