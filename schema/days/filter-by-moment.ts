import type { Problem } from '../problems/types.ts'
import type { Path } from '../source/position-types.ts'
import type { SourceFile, SourceLocation } from '../source/types.ts'
import { isRecord } from '../util/records.ts'
import { isInPeriod, type DatedPart, type Moment } from './moment.ts'
import { parseDays } from './parse-days.ts'
import { locateChild } from '../util/locate-child.ts'

/**
 * A value as it is shown at a moment.
 * @property parts everything in it that has days
 * @property toSourcePath converts a path below the shown value to the path in the file
 */
export type ShownValue = {
  value: unknown
  location: SourceLocation
  parts: DatedPart[]
  problems: Problem[]
  toSourcePath: (path: Path) => Path
}

/**
 * Removes the objects in a value that their property `publish` hides at a moment, and removes
 * `publish` from the others. Later stages see plain data, whose locations are still those in the
 * file.
 * @param owner the name of the value, used in the names of its parts, such as `the page /pricing`
 * @returns undefined if nothing in the value has days
 */
export function filterByMoment(
  value: unknown,
  location: SourceLocation,
  moment: Moment,
  owner: string,
): ShownValue | undefined {
  if (!hasDays(value)) return undefined
  const moved: MovedItems = new Map()
  const toSourcePath = (path: Path) => convertToSourcePath(path, moved)
  const shown: ShownValue = { value, location, parts: [], problems: [], toSourcePath }
  const visit = (item: unknown, path: Path, to: Path | undefined): unknown => {
    if (Array.isArray(item)) return visitList(item, path, to)
    return isRecord(item) ? visitObject(item, path, to) : item
  }
  /** @param to the path of the value in the result; undefined if an object around it is left out */
  const visitObject = (group: Record<string, unknown>, path: Path, to: Path | undefined) => {
    const { publish, ...rest } = group
    const at = locateChild(location, ...path, 'publish')
    const days = parseDays(publish, at, moment, shown.problems)
    const isShown = moment.everything || isInPeriod(days, moment.now)
    if (publish !== undefined)
      shown.parts.push({ ...days, what: describePart(value, path, owner), isShown })
    const kept = isShown ? to : undefined
    const entries = Object.entries(rest).flatMap(([key, child]) => {
      const part = visit(child, [...path, key], kept && [...kept, key])
      return part === leftOut ? [] : [[key, part] as const]
    })
    return isShown ? Object.fromEntries(entries) : leftOut
  }
  const visitList = (list: unknown[], path: Path, to: Path | undefined) => {
    const items: unknown[] = []
    const written: number[] = []
    for (const [index, item] of list.entries()) {
      const part = visit(item, [...path, index], to && [...to, items.length])
      if (part === leftOut) continue
      items.push(part)
      written.push(index)
    }
    if (to && items.length < list.length) moved.set(to.join('\n'), written)
    return items
  }
  shown.value = visit(value, [], [])
  const { source, path } = location
  if (moved.size > 0)
    shown.location = { ...location, source: convertPaths(source, path, toSourcePath) }
  return shown
}

const leftOut = Symbol('left out')

function hasDays(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasDays)
  for (const key in value)
    if (key === 'publish' || hasDays((value as Record<string, unknown>)[key])) return true
  return false
}

/**
 * For each list with items left out, by its path in the result: the original index of each item.
 */
type MovedItems = Map<string, number[]>

function convertToSourcePath(path: Path, moved: MovedItems): Path {
  return path.map((step, index) => {
    const written = typeof step === 'number' && moved.get(path.slice(0, index).join('\n'))
    return written ? (written[step as number] ?? step) : step
  })
}

/** Wraps a source so that paths below `base` are converted before they are located. */
export const convertPaths = (
  source: SourceFile,
  base: Path,
  change: (path: Path) => Path,
): SourceFile => ({
  file: source.file,
  value: source.value,
  problems: source.problems,
  possibleNames: source.possibleNames,
  locate: (path, ...rest) =>
    source.locate(
      base.every((step, index) => path[index] === step)
        ? [...base, ...change(path.slice(base.length))]
        : path,
      ...rest,
    ),
})

const nameProperties = ['title', 'heading', 'label', 'question', 'name', 'text']

/**
 * Describes a part for people: `the block notice of the page /`, `"Open on Sunday" in the block
 * hours of …`.
 */
function describePart(root: unknown, path: Path, owner: string): string {
  let value = root
  let block: string | undefined
  for (const [index, step] of path.entries()) {
    value = (value as Record<string, unknown>)[step]
    if (index === 1 && path[0] === 'blocks' && isRecord(value)) block = String(value.type)
  }
  if (block !== undefined && path.length === 2) return `the block ${block} of ${owner}`
  const group = value as Record<string, unknown>
  const name = nameProperties.map((each) => group[each]).find((each) => typeof each === 'string')
  const list = path.findLast((step) => typeof step === 'string')
  const part = name === undefined ? `an entry of ${String(list)}` : `"${String(name)}"`
  return `${part} in ${block === undefined ? owner : `the block ${block} of ${owner}`}`
}
