import { isWithin, type NodeAddress } from '../source-address.ts'
import { RequestFailure } from '../request-failure.ts'
import type { FileChange } from '../text-edits.ts'
import type { FileOperation } from '../yaml-operations.ts'
import type { DraftConflict, DraftState } from './draft-state.ts'
import {
  createStep,
  isBroken,
  makeChanges,
  planChanges,
  replaySteps,
  type Replayed,
  type Step,
  type Texts,
} from './step.ts'

/** The number of steps to keep. Older ones are dropped, unless they are not saved. */
const maxSteps = 1000

type StepOrigin = Pick<Step, 'group' | 'window'>

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
  #undone: Step[] = []
  #texts: Texts = new Map()

  get texts(): ReadonlyMap<string, string> {
    return this.#texts
  }

  /** The next steps to undo and redo, and the steps since the last save. */
  describe(): Pick<DraftState, 'undo' | 'redo' | 'undoesSaved' | 'steps'> {
    const describe = ({ label, changes }: Step) => ({ label, files: listFiles(changes) })
    const [undo, redo] = [this.#steps.at(-1)?.label, this.#undone.at(-1)?.label]
    return {
      ...(undo !== undefined && { undo }),
      ...(undo !== undefined && this.#unsaved.length === 0 && { undoesSaved: true }),
      ...(redo !== undefined && { redo }),
      steps: [
        ...this.#undoneSavedSteps.map((step) => ({
          ...describe(step),
          label: nameUndoing([step.label]),
        })),
        ...this.#unsaved.map(describe),
      ],
    }
  }

  /** @param text of the file, if it is not known yet */
  addText(file: string, text: string): void {
    if (!this.#texts.has(file)) this.#texts.set(file, text)
  }

  /**
   * Plans a step. Typing that goes on in the same field joins the last step; nothing else does.
   * @throws UserError
   */
  plan(operations: FileOperation[], label: string, { group, window }: StepOrigin = {}): Step {
    const addresses = operations.map(({ file, path }) => ({ file, path }))
    const [address] = addresses
    const last = this.#unsaved.at(-1)
    const typed =
      group !== undefined && group === last?.group && isOnlySet(operations)
        ? last.addresses.at(-1)
        : undefined
    const joined = last && typed && isWithin(address!, typed) ? last : undefined
    const texts = new Map(this.#texts)
    // Applied to the text before the last letter, so that intermediate texts leave no trace, such as
    // quotes for one that ended with a space. The first letter may have added the map around it.
    if (joined?.base !== undefined && address!.path.length === typed!.path.length)
      texts.set(address!.file, joined.base)
    const changes = planChanges(texts, operations)
    return {
      ...(joined ?? createStep(label, changes)),
      ...(joined && { changes: joinChanges(joined.changes, changes) }),
      addresses,
      group,
      window,
      base: operations.length === 1 ? changes[0]!.before : undefined,
    }
  }

  /** Makes a planned step. */
  add(step: Step): void {
    if (this.#unsaved.at(-1)?.id === step.id) this.#steps.pop()
    this.#steps.push(step)
    for (const { file, after } of step.changes) this.#texts.set(file, after)
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
    return this.#steps.findLast(({ addresses }) => addresses.some(touches))?.window
  }

  /** @returns the files that change */
  undo(): string[] {
    const step = this.#steps.at(-1)
    if (!step) throw new RequestFailure('refused', 'There is nothing to undo.')
    const { changes, label } = step
    if (changes.map(turnBack).some(isBroken))
      throw new RequestFailure(
        'refused',
        `"${label}" cannot be undone: another program has changed what is around it.`,
      )
    undoStep(this.#texts, step)
    this.#steps.pop()
    this.#sharedCount = Math.min(this.#sharedCount, this.#steps.length)
    this.#undone.push(step)
    // What is typed next is a new step, even in the same field.
    const last = this.#steps.at(-1)
    if (last) last.group = undefined
    return listFiles(changes)
  }

  /** @returns the files that change */
  redo(): string[] {
    const step = this.#undone.at(-1)
    if (!step) throw new RequestFailure('refused', 'There is nothing to redo.')
    const isShared = this.#unsaved.length === 0 && this.#saved[this.#sharedCount] === step
    const outcome = makeChanges(this.#texts, step.changes)
    if (!('made' in outcome))
      throw new RequestFailure('refused', `"${step.label}" does not fit the file anymore.`)
    this.#undone.pop()
    this.#steps.push(isShared ? step : { ...step, group: undefined, changes: outcome.made })
    if (isShared) this.#sharedCount++
    return listFiles(step.changes)
  }

  /** Marks the current texts as those on disk. */
  markSaved(): void {
    // So that typing that goes on is a new step.
    for (const step of this.#steps) step.group = undefined
    this.#saved = [...this.#steps]
    this.#sharedCount = this.#steps.length
  }

  /** Undoes the unsaved steps of a file, or all. They can be redone. */
  revert(bases: Texts, file?: string): DraftConflict[] {
    const isConcerned = ({ changes }: Step) =>
      file === undefined || listFiles(changes).includes(file)
    const unsaved = this.listUnsaved(bases)
    const { steps, texts, conflicts } = replaySteps(
      bases,
      unsaved.filter((step) => !isConcerned(step)),
    )
    this.#steps = [...this.#saved, ...steps]
    this.#sharedCount = this.#saved.length
    this.#undone = unsaved.filter(isConcerned).reverse()
    this.#texts = texts
    return conflicts
  }

  /**
   * Makes the unsaved steps in other versions of the files. Saved steps can still be undone if they
   * concern other text than what was changed.
   * @returns what does not fit anymore
   */
  rebase(before: Texts, now: Texts): DraftConflict[] {
    const saved = keepUndoable(this.#saved, now)
    const undoneCount = this.#undoneSavedSteps.length
    const canUndoSaved = undoneCount <= saved.length
    const to = new Map(now)
    const unsaved = canUndoSaved ? this.#unsaved : this.listUnsaved(before)
    this.#sharedCount = canUndoSaved ? saved.length - undoneCount : saved.length
    for (const step of saved.slice(this.#sharedCount).reverse()) undoStep(to, step)
    const { steps, texts, conflicts } = replaySteps(to, unsaved)
    this.#steps = [...saved.slice(0, this.#sharedCount), ...steps]
    this.#saved = saved
    this.#undone = []
    this.#texts = texts
    return conflicts
  }

  /**
   * The steps that lead from the files on disk to the texts. The first one undoes the saved steps
   * that have been undone.
   */
  listUnsaved(bases: Texts): Step[] {
    const taken = this.#undoneSavedSteps
    if (taken.length === 0) return this.#unsaved
    const texts = new Map(this.#texts)
    for (const step of this.#unsaved.reverse()) undoStep(texts, step)
    const files = new Set(taken.flatMap(({ changes }) => listFiles(changes)))
    const changes = [...files].map((file) => ({
      file,
      before: bases.get(file)!,
      after: texts.get(file)!,
    }))
    const undoing = createStep(nameUndoing(taken.map(({ label }) => label)), changes)
    const addresses = taken.flatMap((step) => step.addresses)
    return [{ ...undoing, addresses }, ...this.#unsaved]
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
}

const nameUndoing = (labels: string[]) => `Undo: ${labels.join(', ')}`

function undoStep(texts: Texts, { changes }: Step): void {
  for (const { file, before } of changes) texts.set(file, before)
}

const listFiles = (changes: FileChange[]) => changes.map(({ file }) => file)

const turnBack = ({ file, before, after }: FileChange): FileChange => ({
  file,
  before: after,
  after: before,
})

const isOnlySet = ([first, ...others]: FileOperation[]) =>
  first?.kind === 'set' && others.length === 0

/** Typing sets the same value again and again: the last text counts. */
const joinChanges = (first: FileChange[], then: FileChange[]): FileChange[] => [
  ...first.filter(({ file }) => then.every((each) => each.file !== file)),
  ...then.map((change) => ({
    ...change,
    before: first.find(({ file }) => file === change.file)?.before ?? change.before,
  })),
]

/**
 * Finds out how to undo saved steps in files that another program has changed.
 * @returns the last of them. A step that changes what the other program has changed, and the steps
 *   before it, cannot be undone.
 */
function keepUndoable(steps: Step[], now: Texts): Step[] {
  const texts = new Map(now)
  const kept: Step[] = []
  for (const step of steps.toReversed()) {
    const outcome = makeChanges(texts, step.changes.map(turnBack))
    if (!('made' in outcome)) break
    kept.unshift({ ...step, changes: outcome.made.map(turnBack) })
  }
  return kept
}
