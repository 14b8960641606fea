import { randomUUID } from 'node:crypto'
import { spliceText, type Splice } from '../../../schema/util/splice-text.ts'
import { findDifference, getValue, listDifferences } from '../operations/apply-operations.ts'
import type { DraftState } from '../protocol.ts'
import type { DraftOperation } from './draft-operation.ts'
import { applyStep, replaySteps, type Replayed, type Step, type Texts } from './apply-step.ts'
import { StudioFailure } from './studio-failure.ts'

/** More steps are forgotten, the oldest first, unless they are not saved. */
const maxSteps = 1000

/** The steps that lead to the texts of a draft, those that were undone, and what is saved. */
export class History {
  #steps: Step[] = []
  /** The step that was undone last comes last. */
  #undone: Step[] = []
  /** The files on disk are as after this number of steps, some of which may be undone. */
  #savedCount = 0
  #texts: Texts = new Map()

  get texts(): ReadonlyMap<string, string> {
    return this.#texts
  }

  /** What is undone and redone next, and the steps since the last save. */
  describe(): Pick<DraftState, 'undo' | 'redo' | 'steps'> {
    const label = ({ label, operations }: Step) => ({ label, files: listFiles(operations) })
    const taken = this.#listUndoneSinceSave().map((step) => ({
      ...label(step),
      label: `Undo: ${step.label}`,
    }))
    const [undo, redo] = [this.#steps.at(-1)?.label, this.#undone.at(-1)?.label]
    return {
      ...(undo !== undefined && { undo }),
      ...(redo !== undefined && { redo }),
      steps: [...taken, ...this.#steps.slice(this.#savedCount).map(label)],
    }
  }

  /** @param text of the file, if it is not known yet */
  addText(file: string, text: string): void {
    if (!this.#texts.has(file)) this.#texts.set(file, text)
  }

  /**
   * Applies operations as a step, or as part of the last one if that has the same group.
   * @param bases the texts on disk
   * @throws UserError
   */
  add(operations: DraftOperation[], label: string, bases: Texts, group?: string): void {
    this.#recordUndoing(bases)
    const last = this.#steps.length > this.#savedCount ? this.#steps.at(-1) : undefined
    const merged = group !== undefined && last?.group === group ? last : undefined
    const before = new Map(this.#texts)
    for (const [file, splice] of merged?.undo ?? [])
      before.set(file, spliceText(before.get(file)!, [splice]))
    applyStep(this.#texts, operations)
    const all = merged ? mergeOperations(merged.operations, operations) : operations
    const undo = new Map<string, Splice>()
    for (const file of listFiles([...(merged?.operations ?? []), ...operations]))
      undo.set(file, findDifference(this.#texts.get(file)!, before.get(file)!))
    if (merged) this.#steps.pop()
    const name = merged?.label ?? label
    this.#steps.push({ id: merged?.id ?? randomUUID(), label: name, operations: all, group, undo })
    this.#undone = []
    if (this.#steps.length > maxSteps && this.#savedCount > 0) {
      this.#steps.shift()
      this.#savedCount--
    }
  }

  /** @returns the files that change */
  undo(): string[] {
    const step = this.#steps.pop()
    if (!step) throw new StudioFailure('refused', 'There is nothing to undo.')
    for (const [file, splice] of step.undo)
      this.#texts.set(file, spliceText(this.#texts.get(file)!, [splice]))
    this.#undone.push(step)
    return [...step.undo.keys()]
  }

  /** @returns the files that change */
  redo(): string[] {
    const step = this.#undone.pop()
    if (!step) throw new StudioFailure('refused', 'There is nothing to redo.')
    this.#steps.push({ ...step, group: undefined, undo: applyStep(this.#texts, step.operations) })
    return [...step.undo.keys()]
  }

  /** The files on disk are now as the texts. */
  markSaved(): void {
    this.#savedCount = this.#steps.length
    // So that typing that goes on is a new step.
    for (const step of this.#steps) step.group = undefined
  }

  /** Takes back the unsaved steps of a file, or all. They can be redone. */
  revert(bases: Texts, file?: string): void {
    this.#recordUndoing(bases)
    const isConcerned = ({ operations }: Step) =>
      file === undefined || listFiles(operations).includes(file)
    const unsaved = this.#steps.slice(this.#savedCount)
    const kept = unsaved.filter((step) => !isConcerned(step))
    const replayed = replaySteps(bases, bases, kept)
    this.#steps = [...this.#steps.slice(0, this.#savedCount), ...replayed.steps]
    this.#undone = unsaved.filter(isConcerned).reverse()
    this.#texts = replayed.texts
  }

  /**
   * Applies the unsaved steps to other versions of the files.
   * @param changed the files that are different now
   * @returns what does not fit any more
   */
  rebase(before: Texts, after: Texts, changed: string[]): Replayed['conflicts'] {
    this.#recordUndoing(before)
    const saved = this.#steps.slice(0, this.#savedCount)
    const replayed = replaySteps(before, after, this.#steps.slice(this.#savedCount))
    // A saved step is taken back by its text, which must be that of the file.
    const isKept = saved.every(
      ({ operations }) => !listFiles(operations).some((file) => changed.includes(file)),
    )
    this.#steps = [...(isKept ? saved : []), ...replayed.steps]
    this.#savedCount = isKept ? saved.length : 0
    this.#undone = []
    this.#texts = replayed.texts
    return replayed.conflicts
  }

  /** The operations that lead from the files on disk to the texts. */
  listUnsaved(bases: Texts): Pick<Step, 'label' | 'operations'>[] {
    const undoing = this.#listUndoneSinceSave().length > 0 ? [this.#describeUndoing(bases)] : []
    return [...undoing, ...this.#steps.slice(this.#savedCount)].map(({ label, operations }) => ({
      label,
      operations,
    }))
  }

  /** Takes over steps of an earlier session. */
  append({ steps, texts }: Replayed): void {
    this.#steps.push(...steps)
    for (const [file, text] of texts) this.#texts.set(file, text)
  }

  #listUndoneSinceSave(): Step[] {
    const count = this.#savedCount - this.#steps.length
    return count > 0 ? this.#undone.slice(-count) : []
  }

  /** Undoing what is saved becomes a step of its own before something else follows. */
  #recordUndoing(bases: Texts): void {
    const undone = this.#listUndoneSinceSave()
    if (undone.length === 0) return
    const step = this.#describeUndoing(bases)
    this.#steps.push(...undone.reverse(), step)
    this.#undone = this.#undone.slice(0, -undone.length)
  }

  #describeUndoing(bases: Texts): Step {
    const undone = this.#listUndoneSinceSave()
    const files = undone.flatMap(({ operations }) => listFiles(operations))
    const different = [...new Set(files)].filter(
      (file) => bases.get(file) !== this.#texts.get(file),
    )
    const [before, now] = [bases, this.#texts]
    return {
      id: randomUUID(),
      label: `Undo: ${undone.map(({ label }) => label).join(', ')}`,
      operations: different.flatMap((file) => {
        const [old, value] = [before, now].map((texts) => getValue(file, texts.get(file)!, [])!)
        return (listDifferences([], old, value!) ?? []).map((each) => ({ file, ...each }))
      }) as DraftOperation[],
      undo: new Map(
        different.map((file) => [file, findDifference(now.get(file)!, before.get(file)!)]),
      ),
    }
  }
}

export const listFiles = (operations: DraftOperation[]): string[] => [
  ...new Set(operations.map(({ file }) => file)),
]

/** Typing sets the same value again and again: the last one counts. */
function mergeOperations(before: DraftOperation[], after: DraftOperation[]): DraftOperation[] {
  const key = ({ file, path }: DraftOperation) => JSON.stringify([file, path])
  const [last, next] = [before.at(-1)!, after[0]!]
  const isRepeated =
    after.length === 1 && last.kind === 'set' && next.kind === 'set' && key(last) === key(next)
  return [...(isRepeated ? before.slice(0, -1) : before), ...after]
}
