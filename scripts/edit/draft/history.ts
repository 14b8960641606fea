import { randomUUID } from 'node:crypto'
import { spliceText } from '../../../schema/util/splice-text.ts'
import { findDifference } from '../find-difference.ts'
import { getValue, listDifferences, tryGetValue } from '../apply-operations.ts'
import type { DraftState } from './draft-state.ts'
import {
  type DraftOperation,
  applyStep,
  replaySteps,
  type Replayed,
  type Step,
  type Texts,
} from './apply-step.ts'
import { RequestFailure } from '../request-failure.ts'
import { listChanges, moveSplice, overlap } from './merge-texts.ts'
import { isWithin, type NodeAddress } from '../source-address.ts'

/** The number of steps to keep. Older ones are dropped, unless they are not saved. */
const maxSteps = 1000

type StepOrigin = Pick<Step, 'group' | 'window'>

/**
 * A step that was undone.
 * @property redo makes it again in the current texts; without it, the operations of the step do
 */
type UndoneStep = { step: Step; redo?: Step['undo'] }

/**
 * The history of a draft: the steps that lead to its texts, the saved steps that lead to the files
 * on disk, and the steps that were undone.
 */
export class History {
  #steps: Step[] = []
  /** The steps that lead to the files on disk. They begin with the same `#sharedCount` steps. */
  #saved: Step[] = []
  #sharedCount = 0
  /** The steps that were undone, in the order in which they were undone. */
  #undone: UndoneStep[] = []
  #texts: Texts = new Map()

  get texts(): ReadonlyMap<string, string> {
    return this.#texts
  }

  /** The next steps to undo and redo, and the steps since the last save. */
  describe(): Pick<DraftState, 'undo' | 'redo' | 'undoesSaved' | 'steps'> {
    const describe = ({ label, operations }: Step) => ({
      label,
      files: listEditedFiles(operations),
    })
    const taken = this.#undoneSavedSteps.map(describe)
    const [undo, redo] = [this.#steps.at(-1)?.label, this.#undone.at(-1)?.step.label]
    return {
      ...(undo !== undefined && { undo }),
      ...(undo !== undefined && this.#unsaved.length === 0 && { undoesSaved: true }),
      ...(redo !== undefined && { redo }),
      steps: [
        ...taken.map(({ label, files }) => ({ label: nameUndoing([label]), files })),
        ...this.#unsaved.map(describe),
      ],
    }
  }

  /** @param text of the file, if it is not known yet */
  addText(file: string, text: string): void {
    if (!this.#texts.has(file)) this.#texts.set(file, text)
  }

  /**
   * Applies operations as a step. Typing that goes on in the same field joins the last step; nothing
   * else does.
   * @throws UserError
   */
  add(operations: DraftOperation[], label: string, { group, window }: StepOrigin = {}): void {
    const last = this.#unsaved.at(-1)
    const isTyping = group !== undefined && last?.group === group
    const merged = isTyping && isSameField(last.operations, operations) ? last : undefined
    const before = new Map(this.#texts)
    if (merged) undoStep(before, merged)
    const all = merged ? mergeOperations(merged.operations, operations) : operations
    // Applied to the text before the group, so that intermediate texts leave no trace, such as
    // quotes for one that ended with a space.
    const texts = new Map(before)
    const undo = applyStep(texts, all)
    this.#texts = texts
    if (merged) this.#steps.pop()
    const name = merged?.label ?? label
    const id = merged?.id ?? randomUUID()
    this.#steps.push({ id, label: name, operations: all, group, window, undo })
    this.#undone = []
    if (this.#steps.length > maxSteps && this.#sharedCount > 0) {
      this.#steps.shift()
      this.#saved.shift()
      this.#sharedCount--
    }
  }

  /** The window that has edited a value last; undefined if no window has. */
  findEditor(address: NodeAddress): string | undefined {
    const touches = (other: NodeAddress) => isWithin(other, address) || isWithin(address, other)
    return this.#steps.findLast(({ operations }) => operations.some(touches))?.window
  }

  /** @returns the files that change */
  undo(): string[] {
    const step = this.#steps.at(-1)
    if (!step) throw new RequestFailure('refused', 'There is nothing to undo.')
    const before = new Map(this.#texts)
    undoStep(this.#texts, step)
    const files = [...step.undo.keys()]
    const isBroken = files.some((file) => canRead(before, file) && !canRead(this.#texts, file))
    if (isBroken) {
      this.#texts = before
      const reason = `"${step.label}" cannot be undone: another program has changed what is around it.`
      throw new RequestFailure('refused', reason)
    }
    const redo = new Map(
      files.map((file) => [file, findDifference(this.#texts.get(file)!, before.get(file)!)]),
    )
    this.#steps.pop()
    this.#sharedCount = Math.min(this.#sharedCount, this.#steps.length)
    this.#undone.push({ step, redo })
    // What is typed next is a new step, even in the same field.
    const last = this.#steps.at(-1)
    if (last) last.group = undefined
    return files
  }

  /** @returns the files that change */
  redo(): string[] {
    const undone = this.#undone.at(-1)
    if (!undone) throw new RequestFailure('refused', 'There is nothing to redo.')
    const { step, redo } = undone
    const isShared = this.#unsaved.length === 0 && this.#saved[this.#sharedCount] === step
    if (redo) undoStep(this.#texts, { undo: redo })
    const undo = redo ? step.undo : applyStep(this.#texts, step.operations)
    this.#undone.pop()
    this.#steps.push(isShared ? step : { ...step, group: undefined, undo })
    if (isShared) this.#sharedCount++
    return [...undo.keys()]
  }

  /** Marks the current texts as those on disk. */
  markSaved(): void {
    // So that typing that goes on is a new step.
    for (const step of this.#steps) step.group = undefined
    this.#saved = [...this.#steps]
    this.#sharedCount = this.#steps.length
  }

  /** Undoes the unsaved steps of a file, or all. They can be redone. */
  revert(bases: Texts, file?: string): void {
    const isConcerned = ({ operations }: Step) =>
      file === undefined || listEditedFiles(operations).includes(file)
    const unsaved = this.#listUnsavedSteps(bases)
    const replayed = replaySteps(
      bases,
      bases,
      unsaved.filter((step) => !isConcerned(step)),
    )
    this.#steps = [...this.#saved, ...replayed.steps]
    this.#sharedCount = this.#saved.length
    this.#undone = unsaved
      .filter(isConcerned)
      .reverse()
      .map((step) => ({ step }))
    this.#texts = replayed.texts
  }

  /**
   * Applies the unsaved steps to other versions of the files. Saved steps can still be undone if
   * they concern other text than what was changed.
   * @returns what does not fit anymore
   */
  rebase(before: Texts, after: Texts): Replayed['conflicts'] {
    const saved = shiftSteps(this.#saved, before, after)
    const undoneCount = this.#undoneSavedSteps.length
    const canUndoSaved = undoneCount <= saved.length
    const from = canUndoSaved ? this.#sharedTexts : before
    const to = new Map(after)
    if (canUndoSaved)
      for (const step of saved.toReversed().slice(0, undoneCount)) undoStep(to, step)
    const unsaved = canUndoSaved ? this.#unsaved : this.#listUnsavedSteps(before)
    const replayed = replaySteps(from, to, unsaved)
    this.#sharedCount = canUndoSaved ? saved.length - undoneCount : saved.length
    this.#steps = [...saved.slice(0, this.#sharedCount), ...replayed.steps]
    this.#saved = saved
    this.#undone = []
    this.#texts = replayed.texts
    return replayed.conflicts
  }

  /** The operations that lead from the files on disk to the texts. */
  listUnsaved(bases: Texts): Pick<Step, 'label' | 'operations'>[] {
    return this.#listUnsavedSteps(bases).map(({ label, operations }) => ({ label, operations }))
  }

  /** Adds the steps of an earlier session. */
  append({ steps, texts }: Replayed): void {
    this.#steps.push(...steps)
    for (const [file, text] of texts) this.#texts.set(file, text)
  }

  get #unsaved(): Step[] {
    return this.#steps.slice(this.#sharedCount)
  }

  /** Saved steps that have been undone since, the last one first. */
  get #undoneSavedSteps(): Step[] {
    return this.#saved.slice(this.#sharedCount).reverse()
  }

  /** The texts without the steps that are not saved. */
  get #sharedTexts(): Texts {
    const texts = new Map(this.#texts)
    for (const step of this.#unsaved.reverse()) undoStep(texts, step)
    return texts
  }

  /** The unsaved steps, after one that undoes the saved steps that have been undone. */
  #listUnsavedSteps(bases: Texts): Step[] {
    const taken = this.#undoneSavedSteps
    if (taken.length === 0) return this.#unsaved
    const texts = this.#sharedTexts
    const files = [
      ...new Set(taken.flatMap(({ operations }) => listEditedFiles(operations))),
    ].filter((file) => bases.get(file) !== texts.get(file))
    const undoing: Step = {
      id: randomUUID(),
      label: nameUndoing(taken.map(({ label }) => label)),
      operations: files.flatMap((file) => {
        const [old, value] = [bases, texts].map((each) => getValue(file, each.get(file)!, [])!)
        return (listDifferences([], old, value!) ?? []).map((each) => ({ file, ...each }))
      }) as DraftOperation[],
      undo: new Map(),
    }
    return [undoing, ...this.#unsaved]
  }
}

const nameUndoing = (labels: string[]) => `Undo: ${labels.join(', ')}`

function undoStep(texts: Texts, { undo }: Pick<Step, 'undo'>): void {
  for (const [file, splice] of undo) texts.set(file, spliceText(texts.get(file)!, [splice]))
}

const canRead = (texts: Texts, file: string) => tryGetValue(file, texts.get(file)!) !== undefined

export const listEditedFiles = (operations: DraftOperation[]): string[] => [
  ...new Set(operations.map(({ file }) => file)),
]

/**
 * Whether an edit sets the value that the last one has set, or a value in it: the first letter may
 * have added the map around the field.
 */
function isSameField(before: DraftOperation[], after: DraftOperation[]): boolean {
  const [last, next] = [before.at(-1)!, after[0]!]
  return after.length === 1 && last.kind === 'set' && next.kind === 'set' && isWithin(next, last)
}

/** Typing sets the same value again and again: the last one counts. */
function mergeOperations(before: DraftOperation[], after: DraftOperation[]): DraftOperation[] {
  const isRepeated = before.at(-1)!.path.length === after[0]!.path.length
  return [...(isRepeated ? before.slice(0, -1) : before), ...after]
}

/**
 * Finds out how to undo saved steps in files that another program has changed: by the same
 * replacements, moved by what was inserted or removed before them.
 * @param steps that led to the texts before the change
 * @returns the last of them. A step that replaces what the other program has changed, and the steps
 *   before it, cannot be undone.
 */
function shiftSteps(steps: Step[], before: Texts, after: Texts): Step[] {
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
