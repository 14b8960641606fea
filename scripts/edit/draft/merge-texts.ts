import { type Change, diffLines } from 'diff'
import { spliceText, type Splice } from '../../../schema/util/splice-text.ts'

/**
 * Makes a change in another version of its text.
 * @param diff of lines, or of words
 * @returns undefined if both versions change the same lines or words
 */
export function mergeTexts(
  before: string,
  after: string,
  other: string,
  diff?: DiffTexts,
): string | undefined {
  const [own, theirs] = [after, other].map((text) => listChanges(before, text, diff)) as [
    Splice[],
    Splice[],
  ]
  if (own.some((change) => theirs.some((each) => overlap(change, each)))) return undefined
  return spliceText(
    other,
    own.map((change) => moveSplice(change, theirs)),
  )
}

type DiffTexts = (before: string, after: string) => Change[]

/** The replacements of whole lines, or of words, that turn a text into another. */
export function listChanges(before: string, after: string, diff: DiffTexts = diffLines): Splice[] {
  if (before === after) return []
  const splices: Splice[] = []
  let offset = 0
  for (const { value, added, removed } of diff(before, after)) {
    const last = splices.at(-1)
    if (removed) splices.push({ start: offset, end: offset + value.length, text: '' })
    else if (added && last?.end === offset) last.text = value
    else if (added) splices.push({ start: offset, end: offset, text: value })
    if (!added) offset += value.length
  }
  return splices
}

/** Whether two replacements affect the same part of a text. */
export const overlap = (a: Splice, b: Splice): boolean =>
  (a.start < b.end && b.start < a.end) || (a.start === b.start && a.end === b.end)

/** Moves a replacement by others that come before it and do not overlap it. */
export function moveSplice(splice: Splice, others: Splice[]): Splice {
  const distance = others
    .filter(({ end }) => end <= splice.start)
    .reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0)
  return { ...splice, start: splice.start + distance, end: splice.end + distance }
}
