import { memoizeByObject } from '../util/memoize-by-object.ts'
import { hashWords } from './hash-words.ts'

/** Names word by word: after each, whatever goes on from there. */
type TrieNode = { isEnd: boolean; children: Map<number, TrieNode> }

/** Names that can be found among words. @property firsts a table by the last bits of a word: most words begin no name. */
export type NameTrie = { firstWordFilter: Uint8Array; root: TrieNode }

/** @param list the same one for many pages, where it can be: its tree is kept with it. */
export const getNameTrie = memoizeByObject((list: string[]): NameTrie => {
  const firstWordFilter = new Uint8Array(2 ** Math.ceil(Math.log2(32 * (list.length + 1))))
  const root: TrieNode = { isEnd: false, children: new Map() }
  for (const name of list) {
    const own = hashNameWords(name)
    // A name without a letter is none.
    if (own.length === 0) continue
    // What is Springfield's is left aside as Springfield is.
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

/** A copy, without the end of the text. */
const hashNameWords = (name: string): Int32Array => hashWords([name]).slice(0, -1)

/** Whether a name may begin with a word. */
export const mayStartName = ({ firstWordFilter }: NameTrie, word: number): boolean =>
  firstWordFilter[word & (firstWordFilter.length - 1)] === 1

/** @returns how many words the longest name has that stands at a place among words; 0 where there is none. */
export function matchNameAt({ root }: NameTrie, words: Int32Array, at: number): number {
  let longest = 0
  // Every text has its end behind it, with which no name goes on.
  for (
    let part = root.children.get(words[at]!), index = at + 1;
    part;
    part = part.children.get(words[index++]!)
  )
    if (part.isEnd) longest = index - at
  return longest
}
