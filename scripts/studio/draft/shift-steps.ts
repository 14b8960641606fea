import { diffLines } from 'diff'
import type { Splice } from '../../../schema/util/splice-text.ts'
import type { Step, Texts } from './apply-step.ts'

/**
 * Finds out how to undo saved steps in files that another program has changed: by the same
 * replacements, moved by what was inserted or removed before them.
 * @param steps that led to the texts before the change
 * @returns the last of them. A step that replaces what the other program has changed, and the steps
 *   before it, cannot be undone.
 */
export function shiftSteps(steps: Step[], before: Texts, after: Texts): Step[] {
  const changes = new Map(
    [...before].map(([file, text]) => [file, listChanges(text, after.get(file) ?? text)]),
  )
  const shifted: Step[] = []
  for (const step of steps.toReversed()) {
    const undo: Step['undo'] = new Map()
    for (const [file, splice] of step.undo) {
      const own = changes.get(file) ?? []
      if (own.some((change) => overlap(change, splice))) return shifted
      undo.set(file, moveSplice(splice, own))
      changes.set(
        file,
        own.map((change) => moveSplice(change, [splice])),
      )
    }
    shifted.unshift({ ...step, undo })
  }
  return shifted
}

/** The replacements of whole lines that turn a text into another. */
function listChanges(before: string, after: string): Splice[] {
  if (before === after) return []
  const splices: Splice[] = []
  let offset = 0
  for (const { value, added, removed } of diffLines(before, after)) {
    const last = splices.at(-1)
    if (removed) splices.push({ start: offset, end: offset + value.length, text: '' })
    else if (added && last?.end === offset) last.text = value
    else if (added) splices.push({ start: offset, end: offset, text: value })
    if (!added) offset += value.length
  }
  return splices
}

/** Whether two replacements affect the same part of a text. */
const overlap = (a: Splice, b: Splice): boolean =>
  (a.start < b.end && b.start < a.end) || (a.start === b.start && a.end === b.end)

/** Moves a replacement by others that come before it and do not overlap it. */
function moveSplice(splice: Splice, others: Splice[]): Splice {
  const distance = others
    .filter(({ end }) => end <= splice.start)
    .reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0)
  return { ...splice, start: splice.start + distance, end: splice.end + distance }
}
