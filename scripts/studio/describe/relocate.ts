import { isDeepStrictEqual } from 'node:util'
import type { JsonValue, StructureOperation } from '../../edit/yaml-operations.ts'
import { getAt, isRecord } from '../../../schema/util/records.ts'
import type { Path } from '../../../schema/problems/position.ts'

/** What takes a change back. */
export type Reversal = StructureOperation & { kind: 'set' | 'insert' | 'remove' }

/**
 * An operation for a file that has changed, or where it does not fit.
 * @property path where it would apply, as far as that is known
 * @property theirs the value that is there now
 */
type Relocated = { operation: Reversal } | { path: Path; theirs?: JsonValue }

/**
 * Finds the place of an operation in another version of a file: entries of lists may have moved.
 * @param old the value that it was made for
 * @param now the value that the file has
 */
export function relocate(old: JsonValue, now: JsonValue, operation: Reversal): Relocated {
  const path: Path = []
  let [before, after]: (JsonValue | undefined)[] = [old, now]
  for (const step of operation.path.slice(0, -1)) {
    const place = findStep(before, after, step)
    if (place === undefined) return { path }
    path.push(place)
    before = getAt<JsonValue>(before, [step])
    after = getAt<JsonValue>(after, [place])
  }
  const last = operation.path.at(-1)!
  if (operation.kind === 'insert') return relocateInsertion(operation, path, before, after)
  const oldValue = getAt<JsonValue>(before, [last])
  if (oldValue === undefined) {
    const theirs = getAt<JsonValue>(after, [last])
    const place = [...path, last]
    if (!isRecord(after)) return { path }
    return theirs === undefined || isSame(theirs, operation)
      ? { operation: { ...operation, path: place } }
      : { path: place, theirs }
  }
  const place = findStep(before, after, last)
  if (place === undefined) return { path }
  const found = [...path, place]
  const theirs = getAt<JsonValue>(after, [place])
  if (theirs === undefined) return { path: found }
  return isDeepStrictEqual(theirs, oldValue) || isSame(theirs, operation)
    ? { operation: { ...operation, path: found } }
    : { path: found, theirs }
}

const isSame = (theirs: JsonValue, operation: Reversal) =>
  operation.kind === 'set' && isDeepStrictEqual(theirs, operation.value)

/**
 * Finds where one step of a path leads after an edit.
 * @returns the key of a map; for a list, the index of the equal entry, or of the one with the same
 *   name
 */
function findStep(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  step: string | number,
): string | number | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) {
    const isMap = isRecord(before) && isRecord(after)
    return isMap && Object.hasOwn(after, step) ? step : undefined
  }
  const index = Number(step)
  const entry = before[index]!
  return (
    findNearest(after, index, (each) => isDeepStrictEqual(each, entry)) ??
    findNearest(after, index, (each) => isRecord(entry) && hasSameIdentity(entry, each)) ??
    (isAlone(before, after, index) ? index : undefined)
  )
}

function findNearest(
  list: JsonValue[],
  index: number,
  test: (value: JsonValue) => boolean,
): number | undefined {
  return list
    .flatMap((each, place) => (test(each) ? [place] : []))
    .sort((a, b) => Math.abs(a - index) - Math.abs(b - index))[0]
}

const identityKeys = ['id', 'heading', 'title', 'label', 'name', 'question', 'item', 'term', 'href']

function hasSameIdentity(entry: Record<string, JsonValue>, other: JsonValue): boolean {
  if (!isRecord(other) || entry.type !== other.type) return false
  const key = identityKeys.find((each) => typeof entry[each] === 'string')
  return key === undefined ? entry.type !== undefined : entry[key] === other[key]
}

/** Whether only the entry at an index differs between two lists. */
const isAlone = (before: JsonValue[], after: JsonValue[], index: number) =>
  before.length === after.length &&
  before.every((each, place) => place === index || isDeepStrictEqual(each, after[place]))

function relocateInsertion(
  operation: StructureOperation & { kind: 'insert' },
  path: Path,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): Relocated {
  if (!Array.isArray(before) || !Array.isArray(after)) return { path }
  const index = findInsertIndex(before, after, Number(operation.path.at(-1)))
  return { operation: { ...operation, path: [...path, index] } }
}

/** The place between the same two entries as before, or after the same one, or at the end. */
function findInsertIndex(before: JsonValue[], after: JsonValue[], index: number): number {
  const previous = index > 0 ? findStep(before, after, index - 1) : undefined
  if (previous !== undefined) return Number(previous) + 1
  const next = index < before.length ? findStep(before, after, index) : undefined
  if (next !== undefined) return Number(next)
  return Math.min(index, after.length)
}
