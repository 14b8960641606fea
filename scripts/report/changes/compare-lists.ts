import { countItems } from '../../../schema/util/group-by.ts'
import { diffArrays } from 'diff'

/** An item that changed; added if `before` is missing, removed if `after` is. */
export type ItemChange<T> = { before?: T; after?: T }

/** The items of two lists that differ, and how many of the other items are in a different order. */
type ListChanges<T> = { changes: ItemChange<T>[]; reordered: number }

/** Texts that are less similar than this count as two texts, not as one that changed. */
const changedSimilarity = 0.35

/**
 * Compares two lists.
 * @param toKey returns a text that is the same for equal items
 * @param rate how likely one item became the other, from 0 to 1
 * @param byPosition whether an item in the position of another one replaces it, however different
 */
export function compareLists<T>(
  before: T[],
  after: T[],
  toKey: (item: T) => string,
  rate: (before: T, after: T) => number,
  byPosition = false,
): ListChanges<T> {
  const [keys, otherKeys] = [before.map(toKey), after.map(toKey)]
  if (keys.length === otherKeys.length && keys.every((key, index) => key === otherKeys[index]))
    return { changes: [], reordered: 0 }
  const removed: number[] = []
  const added: number[] = []
  let [from, to] = [0, 0]
  const runs: { removed: number[]; added: number[] }[] = []
  for (const { value, added: isAdded, removed: isRemoved } of diffArrays(keys, otherKeys)) {
    const run = (runs.at(-1) ?? runs[runs.push({ removed: [], added: [] }) - 1])!
    if (isRemoved) for (const _ of value) removed.push(run.removed[run.removed.push(from++) - 1]!)
    else if (isAdded) for (const _ of value) added.push(run.added[run.added.push(to++) - 1]!)
    else {
      from += value.length
      to += value.length
      runs.push({ removed: [], added: [] })
    }
  }
  const reordered = dropMoved(removed, added, keys, otherKeys)
  const pairs = new Map<number, number>()
  const lists = { before, after, reordered, rate }
  // Pairs items within a run of changes first, since they are most likely the same.
  for (const run of runs) {
    pairItems(run.removed, run.added, pairs, lists)
    if (byPosition) pairByPosition(run, pairs, reordered)
  }
  pairItems(removed, added, pairs, lists)
  const paired = new Set(pairs.values())
  const changes: ItemChange<T>[] = removed
    .filter((index) => !reordered.before.has(index))
    .map((index) => ({ before: before[index], after: after[pairs.get(index) ?? -1] }))
  for (const index of added)
    if (!paired.has(index) && !reordered.after.has(index)) changes.push({ after: after[index] })
  return { changes, reordered: reordered.before.size }
}

type Reordered = { before: Set<number>; after: Set<number> }

/** Finds items that were removed in one position and added in another. */
function dropMoved(
  removed: number[],
  added: number[],
  keys: string[],
  otherKeys: string[],
): Reordered {
  const moved: Reordered = { before: new Set(), after: new Set() }
  for (const index of removed) {
    const other = added.find((each) => !moved.after.has(each) && otherKeys[each] === keys[index])
    if (other === undefined) continue
    moved.before.add(index)
    moved.after.add(other)
  }
  return moved
}

type PairedLists<T> = {
  before: T[]
  after: T[]
  reordered: Reordered
  rate: (before: T, after: T) => number
}

function pairItems<T>(
  removed: number[],
  added: number[],
  pairs: Map<number, number>,
  lists: PairedLists<T>,
): void {
  const { before, after, reordered, rate } = lists
  const taken = new Set(pairs.values())
  const scored = removed
    .filter((index) => !pairs.has(index) && !reordered.before.has(index))
    .flatMap((index) =>
      added
        .filter((other) => !taken.has(other) && !reordered.after.has(other))
        .map((other) => ({ index, other, score: rate(before[index]!, after[other]!) })),
    )
    .filter(({ score }) => score >= changedSimilarity)
    .sort((a, b) => b.score - a.score || a.index - b.index || a.other - b.other)
  for (const { index, other } of scored) {
    if (pairs.has(index) || taken.has(other)) continue
    pairs.set(index, other)
    taken.add(other)
  }
}

/** Pairs the remaining entries of a run of changes, if both lists have equally many. */
function pairByPosition(
  run: { removed: number[]; added: number[] },
  pairs: Map<number, number>,
  reordered: Reordered,
): void {
  const taken = new Set(pairs.values())
  const removed = run.removed.filter((index) => !pairs.has(index) && !reordered.before.has(index))
  const added = run.added.filter((index) => !taken.has(index) && !reordered.after.has(index))
  if (removed.length === added.length)
    for (const [index, from] of removed.entries()) pairs.set(from, added[index]!)
}

/** @returns the share of words that two texts have in common, from 0 to 1. */
export function rateTexts(a: string, b: string): number {
  const [words, others] = [a, b].map((text) => text.toLowerCase().split(/[\s.,;:!?]+/))
  const left = countItems(words!)
  let common = 0
  for (const word of others!) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    common++
  }
  return (2 * common) / (words!.length + others!.length)
}
