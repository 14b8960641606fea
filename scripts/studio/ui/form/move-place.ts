import type { Path } from '../../../../schema/problems/position.ts'
import { toKey } from './paths.ts'

/** Whether a path is one of an entry of a list. */
export const canMove = (path: Path): boolean => typeof path.at(-1) === 'number'

/**
 * Finds the index that an entry has once it is dropped before or after another of its list, counted
 * without it. An entry that is dropped after the row above a list becomes the first one.
 * @returns undefined if it would be in another list, or stays where it is
 */
export function findPlace(from: Path, target: Path, isAfter: boolean): number | undefined {
  const list = from.slice(0, -1)
  const [index, other] = [from.at(-1), target.at(-1)]
  if (typeof index !== 'number') return undefined
  const isSameList = toKey(target.slice(0, -1)) === toKey(list) && typeof other === 'number'
  // The row of the page is above its blocks.
  const isAbove = toKey(target) === 'page' && toKey(list) === 'blocks'
  if (!isSameList && !isAbove) return undefined
  const gap = isAbove ? 0 : Number(other) + (isAfter ? 1 : 0)
  const to = gap > index ? gap - 1 : gap
  return to === index ? undefined : to
}

/**
 * Finds the gap between boxes, one above the other, that is nearest to a height; 0 is above all.
 */
export function findGap(boxes: { top: number; height: number }[], y: number): number {
  const below = boxes.findIndex(({ top, height }) => y < top + height / 2)
  return below === -1 ? boxes.length : below
}
