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

/**
 * Finds what lies between the common start and the common end of two texts or lists.
 * @returns its start, which is the same in both, and its end in each, which is not included
 */
export function findChangedRange<T>(
  before: ArrayLike<T>,
  after: ArrayLike<T>,
  isEqual: (one: T, other: T) => boolean = Object.is,
): { start: number; end: number; newEnd: number } {
  let [end, newEnd] = [before.length, after.length]
  let start = 0
  while (start < end && start < newEnd && isEqual(before[start]!, after[start]!)) start++
  while (end > start && newEnd > start && isEqual(before[end - 1]!, after[newEnd - 1]!)) {
    end--
    newEnd--
  }
  return { start, end, newEnd }
}

/** Finds the one replacement that turns a text into another. */
export function findDifference(from: string, to: string): Splice {
  const { start, end, newEnd } = findChangedRange(from, to)
  return { start, end, text: to.slice(start, newEnd) }
}
