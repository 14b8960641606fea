import { toTextRange, spliceLine } from '../edit-lines.ts'
import type { SearchedText, SyntaxCause } from '../types.ts'

/** Finds a special character without which the text can be parsed. This is the last resort. */
export function* findStrayCharacters({ lines, faultLine }: SearchedText): Iterable<SyntaxCause> {
  for (const line of [lines[faultLine], lines[faultLine - 1], lines[faultLine + 1]]) {
    if (line?.kind !== 'code') continue
    for (const { 0: character, index } of line.text.matchAll(/["'[\]{},|>*&!%@`]/g))
      yield {
        message: `This ${character} is probably not meant to be here.`,
        fix: 'Delete it, or put quotes around the whole text.',
        range: toTextRange(line, index, index + 1),
        edits: [spliceLine(line, index, index + 1, '')],
        isGuess: true,
      }
  }
}
