import type { Splice } from '../../schema/util/splice-text.ts'

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
