import { type JsonValue, applyToValue } from '../../edit/yaml-operations.ts'
import { spliceText, type Splice } from '../../../schema/util/splice-text.ts'
import { findDifference } from '../../edit/find-difference.ts'
import { applyOperations, getValue } from '../../edit/apply-operations.ts'
import { editYaml } from '../../edit/edit-yaml.ts'
import { listValues } from '../operations/describe-operation.ts'
import { relocate } from '../operations/relocate.ts'
import { UserError } from '../../shared/user-error.ts'
import type { DraftConflict, StudioOperation } from '../protocol.ts'

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
  for (const group of groupTexts(operations)) {
    const { file } = group[0]!
    const before = changed.get(file)!
    const after = applyTexts(before, group)
    changed.set(file, after ?? group.reduce(applyToText, before))
  }
  const undo: Step['undo'] = new Map()
  for (const { file } of operations)
    undo.set(file, findDifference(changed.get(file)!, texts.get(file)!))
  for (const [file, text] of changed) texts.set(file, text)
  return undo
}

type TextOperation = Extract<DraftOperation, { kind: 'set' }>

/** Joins operations that follow each other and set texts of one file. */
function groupTexts(operations: DraftOperation[]): DraftOperation[][] {
  const isText = (operation: DraftOperation) =>
    operation.kind === 'set' && typeof operation.value === 'string'
  const groups: DraftOperation[][] = []
  for (const operation of operations) {
    const last = groups.at(-1)?.at(-1)
    if (last?.file === operation.file && isText(last) && isText(operation))
      groups.at(-1)!.push(operation)
    else groups.push([operation])
  }
  return groups
}

/**
 * Replaces several texts together, because each separate edit would parse the file again.
 * @returns undefined if a value is not a text yet, or one is replaced twice
 */
function applyTexts(text: string, group: DraftOperation[]): string | undefined {
  const keys = new Set(group.map(({ path }) => JSON.stringify(path)))
  if (group.length === 1 || keys.size < group.length) return undefined
  const { file } = group[0]!
  const root = getValue(file, text, []) as JsonValue
  if (group.some(({ path }) => typeof listValues(root, path).at(-1) !== 'string')) return undefined
  const operations = group.map(({ file: _, ...own }) => own as Omit<TextOperation, 'file'>)
  return spliceText(text, editYaml(file, text, operations))
}

function applyToText(text: string, operation: DraftOperation): string {
  const { file, ...own } = operation
  if (own.kind !== 'rewrite') return applyOperations(file, text, [own])
  if (text !== own.before) throw new UserError(`${file} is not as it was.`)
  return own.after
}

/** Steps that were applied to a new version of the files, and those that do not fit it. */
export type Replayed = { texts: Texts; steps: Step[]; conflicts: DraftConflict[] }

/**
 * Applies steps to another version of the files that they were made for.
 * @param old the files that the first step was made for
 * @param now the files as they are
 */
export function replaySteps(old: Texts, now: Texts, steps: Step[]): Replayed {
  const values = new Map([...old].map(([file, text]) => [file, readValue(file, text)]))
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
      readValue(file, texts.get(file) ?? '') as JsonValue,
    ]
    if (old === undefined || now === undefined) {
      const reason = `${file} is not valid YAML now.`
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
    ? readValue(file, operation.after)
    : (applyToValue(value, [operation]) as JsonValue)

/** @returns undefined if the text is not valid YAML. */
function readValue(file: string, text: string): JsonValue | undefined {
  try {
    return getValue(file, text, [])
  } catch {
    return undefined
  }
}

/**
 * An operation of a step. The server itself also replaces whole texts, such as to rename a page.
 */
export type DraftOperation = StudioOperation | Rewrite

/** Applies to exactly the text that it was made for. @property path always empty */
type Rewrite = { kind: 'rewrite'; file: string; path: []; before: string; after: string }
