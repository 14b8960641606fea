import type { Path } from '../../../../schema/problems/location.ts'
import { getAt } from '../../../../schema/util/records.ts'
import { isWithinPath } from '../../../edit/source-address.ts'

export const toKey = (path: Path): string => path.join('.')

export const parseKey = (key: string): Path =>
  key.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))

/** Where a path leads after an entry of a list was moved. */
export function followMove(path: Path, moved: Path, to: number): Path {
  const list = moved.slice(0, -1)
  const from = Number(moved.at(-1))
  const index = path[list.length]
  if (!isWithinPath(path, list) || typeof index !== 'number') return path
  const withoutMoved = index > from ? index - 1 : index
  const next = index === from ? to : withoutMoved >= to ? withoutMoved + 1 : withoutMoved
  return [...list, next, ...path.slice(list.length + 1)]
}

/**
 * Where a path leads after another edit, such as after undo: an entry that has moved in its list is
 * known by its value.
 * @param isGrown whether to follow an entry in a list that has more or fewer entries now, too
 */
export function followEntries(before: unknown, after: unknown, path: Path, isGrown: boolean): Path {
  const [step, ...rest] = path
  if (step === undefined) return []
  const old = getAt(before, [step])
  const next =
    Array.isArray(before) && Array.isArray(after) && (isGrown || before.length === after.length)
      ? findEntry(after, old, Number(step))
      : step
  return [next, ...followEntries(old, getAt(after, [next]), rest, isGrown)]
}

function findEntry(entries: unknown[], entry: unknown, index: number): number {
  const text = JSON.stringify(entry)
  const isSame = (each: unknown) => JSON.stringify(each) === text
  const found = isSame(entries[index]) ? index : entries.findIndex(isSame)
  return found === -1 ? index : found
}

/** The nearest part of a path that still exists, such as after an undo. */
export function clampPath(value: unknown, path: Path): Path {
  let depth = 0
  while (depth < path.length && getAt(value, path.slice(0, depth + 1)) !== undefined) depth++
  return path.slice(0, depth)
}

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
