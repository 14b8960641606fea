import { type JsonValue, type ValueOperation, applyToValue } from '../yaml-operations.ts'
import type { Splice } from '../../../schema/util/splice-text.ts'
import { findDifference } from '../find-difference.ts'
import { applyOperations, tryGetValue } from '../apply-operations.ts'
import { listValues } from '../describe-operation.ts'
import { relocate } from './relocate.ts'
import { mergeTexts } from './merge-texts.ts'
import { UserError } from '../../shared/user-error.ts'
import type { DraftConflict } from './draft-state.ts'
import type { FileOperation } from '../yaml-operations.ts'

/** Nobody waits longer, and everybody else who edits waits, too. */
const maxEditMs = 5000

/** The texts of files, by name. */
export type Texts = Map<string, string>

/**
 * Operations that are undone together.
 * @property undo takes them back in the text of each file
 */
export type Step = {
  id: string
  label: string
  operations: DraftOperation[]
  group?: string
  window?: string
  undo: Map<string, Splice>
}

/** Applies the operations of a step to texts, all or none. @throws UserError */
export function applyStep(texts: Texts, operations: DraftOperation[]): Step['undo'] {
  const changed: Texts = new Map(texts)
  for (const group of groupByFile(operations)) {
    const { file } = group[0]!
    changed.set(file, applyToText(changed.get(file)!, group))
  }
  const undo: Step['undo'] = new Map()
  for (const { file } of operations)
    undo.set(file, findDifference(changed.get(file)!, texts.get(file)!))
  for (const [file, text] of changed) texts.set(file, text)
  return undo
}

/** Joins operations that follow each other in one file. A rewrite stays alone. */
function groupByFile(operations: DraftOperation[]): DraftOperation[][] {
  const groups: DraftOperation[][] = []
  for (const operation of operations) {
    const last = groups.at(-1)?.at(-1)
    const isJoined = [last, operation].every((each) => each && each.kind !== 'rewrite')
    if (isJoined && last?.file === operation.file) groups.at(-1)!.push(operation)
    else groups.push([operation])
  }
  return groups
}

function applyToText(text: string, group: DraftOperation[]): string {
  const { file } = group[0]!
  const operations: ValueOperation[] = []
  for (const { file: _, ...own } of group) {
    if (own.kind !== 'rewrite') {
      operations.push(own as ValueOperation)
      continue
    }
    const merged = mergeTexts(own.before, own.after, text)
    if (merged === undefined) throw new UserError(`The same lines of ${file} have changed.`)
    return merged
  }
  return applyOperations(file, text, operations, maxEditMs)
}

/** Steps that were applied to a new version of the files, and those that do not fit it. */
export type Replayed = { texts: Texts; steps: Step[]; conflicts: DraftConflict[] }

/**
 * Applies steps to another version of the files that they were made for.
 * @param old the files that the first step was made for
 * @param now the files as they are
 */
export function replaySteps(old: Texts, now: Texts, steps: Step[]): Replayed {
  const values = new Map([...old].map(([file, text]) => [file, tryGetValue(file, text)]))
  const result: Replayed = { texts: new Map(now), steps: [], conflicts: [] }
  for (const step of steps) {
    const found = relocateStep(step, values, result.texts)
    const operations = Array.isArray(found) ? found : undefined
    const conflict = operations ? tryApply(result, step, operations) : (found as DraftConflict)
    if (conflict) result.conflicts.push(conflict)
    for (const operation of step.operations)
      values.set(operation.file, applyToOld(values.get(operation.file), operation))
  }
  return result
}

function relocateStep(
  step: Step,
  values: Map<string, JsonValue | undefined>,
  texts: Texts,
): DraftOperation[] | DraftConflict {
  const { id, label } = step
  const current = new Map<string, [old: JsonValue, now: JsonValue]>()
  const relocated: DraftOperation[] = []
  for (const given of step.operations) {
    if (given.kind === 'rewrite') {
      relocated.push(given)
      continue
    }
    const { file, ...operation } = given
    const [old, now] = current.get(file) ?? [
      values.get(file) as JsonValue,
      tryGetValue(file, texts.get(file) ?? '') as JsonValue,
    ]
    if (old === undefined || now === undefined) {
      const reason = `${file} cannot be read now.`
      return { id, label, reason, address: { file, path: operation.path } }
    }
    const found = relocate(old, now, operation)
    if (!('operation' in found)) {
      const { reason, path, theirs } = found
      const mine = 'value' in operation ? operation.value : listValues(old, operation.path).at(-1)
      return { id, label, reason, address: { file, path }, mine, theirs }
    }
    relocated.push({ file, ...found.operation } as DraftOperation)
    current.set(file, [
      applyToValue(old, [operation]) as JsonValue,
      applyToValue(now, [found.operation]) as JsonValue,
    ])
  }
  return relocated
}

function tryApply(
  { texts, steps }: Replayed,
  step: Step,
  operations: DraftOperation[],
): DraftConflict | undefined {
  try {
    steps.push({ ...step, operations, undo: applyStep(texts, operations) })
    return undefined
  } catch (error) {
    const { file, path } = operations[0]!
    const reason = (error as Error).message
    return { id: step.id, label: step.label, reason, address: { file, path } }
  }
}

const applyToOld = (value: JsonValue | undefined, { file, ...operation }: DraftOperation) =>
  operation.kind === 'rewrite'
    ? tryGetValue(file, operation.after)
    : (applyToValue(value, [operation]) as JsonValue)

/**
 * An operation of a step. The server itself also replaces whole texts, such as to rename a page.
 */
export type DraftOperation = FileOperation | Rewrite

/** Replaces the lines that differ. @property path always empty */
type Rewrite = { kind: 'rewrite'; file: string; path: []; before: string; after: string }
