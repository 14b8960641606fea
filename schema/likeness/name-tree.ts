import { onceFor } from '../once-for.ts'
import { readWords } from './read-words.ts'

/** Names word by word: after each, whatever goes on from there. */
type NamePart = { isWhole: boolean; next: Map<number, NamePart> }

/** Names that can be found among words. @property firsts a table by the last bits of a word: most words begin no name. */
export type NameTree = { firsts: Uint8Array; names: NamePart }

/** @param list the same one for many pages, where it can be: its tree is kept with it. */
export const treeOf = onceFor((list: string[]): NameTree => {
  const firsts = new Uint8Array(2 ** Math.ceil(Math.log2(32 * (list.length + 1))))
  const names: NamePart = { isWhole: false, next: new Map() }
  for (const name of list) {
    const own = wordsOf(name)
    // A name without a letter is none.
    if (own.length === 0) continue
    // What is Springfield's is left aside as Springfield is.
    for (const words of [own, wordsOf(`${name}'s`)]) {
      firsts[words[0]! & (firsts.length - 1)] = 1
      let part = names
      for (const word of words) {
        const next = part.next.get(word) ?? { isWhole: false, next: new Map<number, NamePart>() }
        part.next.set(word, next)
        part = next
      }
      part.isWhole = true
    }
  }
  return { firsts, names }
})

/** A copy, without the end of the text. */
const wordsOf = (name: string): Int32Array => readWords([name]).slice(0, -1)

/** Whether a name may begin with a word. */
export const mayBegin = ({ firsts }: NameTree, word: number): boolean =>
  firsts[word & (firsts.length - 1)] === 1

/** @returns how many words the longest name has that stands at a place among words; 0 where there is none. */
export function nameAt({ names }: NameTree, words: Int32Array, at: number): number {
  let longest = 0
  // Every text has its end behind it, with which no name goes on.
  for (
    let part = names.next.get(words[at]!), index = at + 1;
    part;
    part = part.next.get(words[index++]!)
  )
    if (part.isWhole) longest = index - at
  return longest
}
