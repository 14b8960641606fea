import { diffArrays } from 'diff'
import { isDeepStrictEqual } from 'node:util'
import { Lexer, parse } from 'yaml'
import { isRecord } from '../../../schema/util/records.ts'
import { isCsv } from '../edit-csv.ts'
import { getValue, tryGetValue } from '../apply-operations.ts'
import { findValueAtOffset } from '../describe/source-view.ts'
import type { FileChange } from '../text-edits.ts'
import { findChangedRange } from '../../../schema/util/splice-text.ts'

/**
 * Where two versions of a text change the same part: where it begins in each.
 * @property isGone whether the other version has removed it
 */
export type Clash = { mine: number; theirs: number; isGone: boolean }
type Merged = { text: string } | { clash: Clash }

/** Splits a text into parts that change as a whole. Joined, they are the text. */
type Split = (text: string) => string[]

/** Replaces some parts of the text that both versions come from. */
type Change = { isMine: boolean; start: number; end: number; text: string }

/**
 * Makes a change in another version of its text: line by line, and values and keys of their own
 * where both versions change the same lines or lines beside each other.
 * @param finest the smallest part that changes as a whole
 */
export function mergeFiles(
  file: string,
  before: string,
  mine: string,
  theirs: string,
  finest: 'value' | 'word' = 'value',
): Merged {
  if (before === theirs || mine === theirs) return { text: mine }
  if (before === mine) return { text: theirs }
  const splits = [splitLines, isCsv(file) ? splitCells : splitValues]
  const merged = merge(before, mine, theirs, finest === 'word' ? [...splits, splitWords] : splits)
  if ('clash' in merged || isCsv(file)) return merged
  const [result, ...versions] = [merged.text, before, mine, theirs].map(tryParse)
  // A version with a mistake is merged by its lines. If only the result has one, both have added the
  // same key.
  const isUnread = versions.includes(undefined)
  const isRight =
    result !== undefined && isJoined(...(versions as [unknown, unknown, unknown]), result)
  return isUnread || isRight
    ? merged
    : {
        clash: {
          mine: findChangedRange(before, mine).start,
          theirs: findChangedRange(before, theirs).start,
          isGone: false,
        },
      }
}

const tryParse = (text: string): unknown => {
  try {
    return parse(text, { logLevel: 'error' }) as unknown
  } catch {
    return undefined
  }
}

/**
 * Whether each value is what the one version that changes it has made of it. Lines that are alike,
 * such as entries of lists, can be taken for each other.
 */
function isJoined(before: unknown, mine: unknown, theirs: unknown, merged: unknown): boolean {
  // The other version may have changed what has a new name.
  if (before === undefined) return merged !== undefined
  if (isDeepStrictEqual(mine, before)) return isDeepStrictEqual(merged, theirs)
  if (isDeepStrictEqual(theirs, before)) return isDeepStrictEqual(merged, mine)
  const maps = [before, mine, theirs, merged]
  if (!maps.every(isRecord)) return true
  const keys = new Set(maps.flatMap(Object.keys))
  return [...keys].every((key) => {
    const [one, own, other, result] = maps.map((map) => map[key])
    return isJoined(one, own, other, result)
  })
}

const splitLines: Split = (text) => text.split(/(?<=\n)/)
const splitWords: Split = (text) => text.split(/(\s+)/)
const splitCells: Split = (text) => text.split(/("(?:[^"]|"")*"|[,;\t\r\n])/)
/** The lexer marks documents and values with these characters, which no text contains. */
const splitValues: Split = (text) =>
  [...new Lexer().lex(text)].filter((token) => !/^[\x02\x18\x1F]$/.test(token))

/** @param finer how parts are split that both versions change */
function merge(before: string, mine: string, theirs: string, [split, ...finer]: Split[]): Merged {
  const parts = split!(before)
  const changes = [
    ...listChanges(parts, split!(mine), true),
    ...listChanges(parts, split!(theirs), false),
  ].sort((a, b) => a.start - b.start)
  let [text, at] = ['', 0]
  const shifts = { mine: 0, theirs: 0 }
  while (changes.length > 0) {
    const { start, end, own, other } = takeRegion(changes)
    text += join(parts, at, start)
    at = end
    const region = join(parts, start, end)
    const [mineText, theirText] = [own, other].map((each) => applyChanges(parts, start, end, each))
    const merged = mergeRegion(region, mineText!, theirText!, finer)
    if (merged === undefined || 'clash' in merged) {
      const offset = join(parts, 0, start).length
      const within = merged?.clash ?? { mine: 0, theirs: 0, isGone: theirText === '' }
      return {
        clash: {
          ...within,
          mine: offset + shifts.mine + within.mine,
          theirs: offset + shifts.theirs + within.theirs,
        },
      }
    }
    text += merged.text
    shifts.mine += mineText!.length - region.length
    shifts.theirs += theirText!.length - region.length
  }
  return { text: text + join(parts, at) }
}

const join = (parts: string[], start: number, end?: number) => parts.slice(start, end).join('')

function mergeRegion(
  before: string,
  mine: string,
  theirs: string,
  finer: Split[],
): Merged | undefined {
  if (mine === before || mine === theirs) return { text: theirs }
  if (theirs === before) return { text: mine }
  if (finer.length === 0) return undefined
  // Both have added lines here, such as entries of a list.
  if (before === '') return { text: theirs + mine }
  return merge(before, mine, theirs, finer)
}

function listChanges(parts: string[], others: string[], isMine: boolean): Change[] {
  const changes: Change[] = []
  let at = 0
  for (const { value, added, removed } of diffArrays(parts, others)) {
    const last = changes.at(-1)
    if (removed) changes.push({ isMine, start: at, end: at + value.length, text: '' })
    else if (added && last?.end === at) last.text = value.join('')
    else if (added) changes.push({ isMine, start: at, end: at, text: value.join('') })
    if (!added) at += value.length
  }
  return changes
}

/** Takes the first changes that overlap or touch each other. */
function takeRegion(changes: Change[]) {
  const { start } = changes[0]!
  let { end } = changes[0]!
  const taken: Change[] = []
  while (changes.length > 0 && changes[0]!.start <= end) {
    end = Math.max(end, changes[0]!.end)
    taken.push(changes.shift()!)
  }
  const own = taken.filter(({ isMine }) => isMine)
  return { start, end, own, other: taken.filter(({ isMine }) => !isMine) }
}

function applyChanges(parts: string[], start: number, end: number, changes: Change[]): string {
  let [text, at] = ['', start]
  for (const change of changes) {
    text += join(parts, at, change.start) + change.text
    at = change.end
  }
  return text + join(parts, at, end)
}

/** Whether a file cannot be read after a change, and could before. */
export const isBroken = ({ file, before, after }: FileChange): boolean =>
  tryGetValue(file, after) === undefined && tryGetValue(file, before) !== undefined

/**
 * Finds the value that two versions of a file have changed.
 * @returns it in each, and where it is in both; undefined if they have not changed the same value
 */
export function findBothValues(file: string, clash: Clash, mine: string, theirs: string) {
  const ownPath = findValueAtOffset(file, mine, clash.mine)
  const path = findValueAtOffset(file, theirs, clash.theirs)
  const isSame = (step: string | number, depth: number) =>
    step === path?.[depth] || typeof step === 'number'
  if (!ownPath || !path || clash.isGone) return undefined
  if (ownPath.length !== path.length || !ownPath.every(isSame)) return undefined
  const [own, others] = [getValue(file, mine, ownPath), getValue(file, theirs, path)]
  return own === undefined || others === undefined
    ? undefined
    : { ownPath, path, mine: own, theirs: others }
}
