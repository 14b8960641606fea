import { getAt, isRecord } from '../../../../schema/util/records.ts'
import type { ValuePath } from './describe-shape.ts'

/** Returns a copy with another value at a path; undefined deletes a property. */
export function setAt(value: unknown, path: ValuePath, next: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return next
  const inner = setAt(getAt(value, [step]), rest, next)
  if (Array.isArray(value))
    return value.map((each: unknown, index) => (index === step ? inner : each))
  const { [step]: _, ...others } = isRecord(value) ? value : {}
  if (inner === undefined) return others
  return isRecord(value) ? { ...value, [step]: inner } : { [step]: inner }
}

export const toKey = (path: ValuePath): string => path.join('.')

export const parseKey = (key: string): ValuePath =>
  key.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))

/** Whether a path is another path, or lies within it. */
export const isWithinPath = (path: ValuePath, outer: ValuePath): boolean =>
  path.length >= outer.length && outer.every((step, index) => String(step) === String(path[index]))

/** Returns a copy with another entry in a list; the list may not exist yet. */
export function insertAt(value: unknown, path: ValuePath, entry: unknown): unknown {
  const list = getAt(value, path.slice(0, -1))
  const entries = Array.isArray(list) ? list : []
  return setAt(value, path.slice(0, -1), entries.toSpliced(Number(path.at(-1)), 0, entry))
}

/** Returns a copy without a property or an entry. */
export function removeAt(value: unknown, path: ValuePath): unknown {
  const list = getAt(value, path.slice(0, -1))
  if (!Array.isArray(list)) return setAt(value, path, undefined)
  return setAt(value, path.slice(0, -1), list.toSpliced(Number(path.at(-1)), 1))
}

/** Returns a copy in which a property has another name, in the same place. */
export function renameAt(value: unknown, path: ValuePath, name: string): unknown {
  const owner = getAt(value, path.slice(0, -1))
  if (!isRecord(owner)) return value
  const entries = Object.entries(owner).map(([key, each]) => [
    key === path.at(-1) ? name : key,
    each,
  ])
  return setAt(value, path.slice(0, -1), Object.fromEntries(entries))
}

/** @param to the new position, counted without the entry. */
export function moveAt(value: unknown, path: ValuePath, to: number): unknown {
  return insertAt(removeAt(value, path), [...path.slice(0, -1), to], getAt(value, path))
}

/** Where a path leads after an entry of a list was moved. */
export function followMove(path: ValuePath, moved: ValuePath, to: number): ValuePath {
  const list = moved.slice(0, -1)
  const from = Number(moved.at(-1))
  const index = path[list.length]
  if (!isWithinPath(path, list) || typeof index !== 'number') return path
  const withoutMoved = index > from ? index - 1 : index
  const next = index === from ? to : withoutMoved >= to ? withoutMoved + 1 : withoutMoved
  return [...list, next, ...path.slice(list.length + 1)]
}

/** The nearest part of a path that still exists, such as after an undo. */
export function clampPath(value: unknown, path: ValuePath): ValuePath {
  let depth = 0
  while (depth < path.length && getAt(value, path.slice(0, depth + 1)) !== undefined) depth++
  return path.slice(0, depth)
}
