/** Replaces the characters from `start` to `end`, which is exclusive. */
export type Splice = { start: number; end: number; text: string }

/**
 * Replaces ranges of a text. Insertions at the same offset keep their order.
 * @throws Error if ranges overlap or lie outside the text
 */
export function spliceText(text: string, splices: Splice[]): string {
  const sorted = [...splices].sort((a, b) => a.start - b.start || a.end - b.end)
  const parts: string[] = []
  let done = 0
  for (const { start, end, text: inserted } of sorted) {
    if (start < done || end < start || end > text.length)
      throw new Error(`The edits of the range ${start} to ${end} overlap or exceed the text`)
    parts.push(text.slice(done, start), inserted)
    done = end
  }
  return [...parts, text.slice(done)].join('')
}
