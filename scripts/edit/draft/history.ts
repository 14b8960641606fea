import { randomUUID } from 'node:crypto'
import { getValue, applyOperations } from '../apply-operations.ts'
import { describeOperation } from '../describe-operation.ts'
import { isWithin, type ValuePlace, formatAddress } from '../source-address.ts'
import { RequestFailure } from '../request-failure.ts'
import type { FileChange } from '../text-edits.ts'
import { getAt } from '../../../schema/util/records.ts'
import type { FileEdit, JsonValue, Edit } from '../yaml-operations.ts'
import type { DraftConflict, DraftState } from './draft-state.ts'
import { addToGroup, type Groups } from '../../../schema/util/group-by.ts'
import { findDifference } from '../../../schema/util/splice-text.ts'
import { findValueAtOffset } from '../describe/source-view.ts'
import { type Clash, findBothValues, isBroken, mergeFiles } from './merge-texts.ts'

/** Nobody waits longer, and everybody else who edits waits, too. */
const maxEditMs = 5000

/** The texts of files, by name. */
export type Texts = Map<string, string>

/**
 * What is undone together.
 * @property changes the text of each file before and after
 * @property addresses what it is about, as far as that is known
 * @property group identifies typing in one field
 * @property base of such typing: the text before the last letter
 * @property isAddition whether it adds one entry to a list
 * @property undoes the saved step that this one takes back
 */
export type Step = {
  id: string
  label: string
  changes: FileChange[]
  addresses: ValuePlace[]
  group?: string
  window?: string
  base?: string
  isAddition?: boolean
  undoes?: Step
}

/** A step of changed texts. */
export const createStep = (label: string, changes: FileChange[]): Step => ({
  id: randomUUID(),
  label,
  changes,
  addresses: [],
})

/** The texts after operations, which are carried out all or not at all. @throws UserError */
export function planChanges(texts: ReadonlyMap<string, string>, operations: FileEdit[]) {
  const byFile: Groups<string, Edit> = new Map()
  for (const { file, ...operation } of operations) addToGroup(byFile, file, operation as Edit)
  return [...byFile].map(([file, own]): FileChange => {
    const before = texts.get(file)!
    return { file, before, after: applyOperations(file, before, own, maxEditMs) }
  })
}

/**
 * Makes changes in other versions of their files, all or none.
 * @param texts which get them
 * @returns the changes in these versions, without those that are there already
 */
export function makeChanges(
  texts: Texts,
  changes: FileChange[],
): { made: FileChange[] } | { file: string; clash?: Clash } {
  const made: FileChange[] = []
  for (const { file, before, after } of changes) {
    const now = texts.get(file)!
    const merged = mergeFiles(file, before, after, now)
    if ('clash' in merged) return { file, clash: merged.clash }
    if (merged.text !== now) made.push({ file, before: now, after: merged.text })
  }
  for (const { file, after } of made) texts.set(file, after)
  return { made }
}

/** Steps that were made in a new version of the files, and those that do not fit it. */
export type Replayed = { texts: Texts; steps: Step[]; conflicts: DraftConflict[] }

/** Makes steps in another version of the files that they were made for. @param now these files */
export function replaySteps(now: Texts, steps: Step[]): Replayed {
  const result: Replayed = { texts: new Map(now), steps: [], conflicts: [] }
  for (const step of steps) {
    const texts = new Map(result.texts)
    const outcome = makeChanges(texts, step.changes)
    const broken = 'made' in outcome ? outcome.made.find(isBroken) : outcome
    if (broken)
      result.conflicts = addConflict(result.conflicts, describeConflict(step, broken, result.texts))
    else if ('made' in outcome && outcome.made.length > 0) {
      result.steps.push({ ...step, changes: outcome.made, base: undefined })
      result.texts = texts
    }
  }
  return result
}

/** Adds a conflict. Of several about one value, the last one has what was written last. */
export const addConflict = (known: DraftConflict[], added: DraftConflict): DraftConflict[] => [
  ...known.filter(
    ({ id, address, mine, windows }) =>
      id !== added.id &&
      !(
        mine !== undefined &&
        added.mine !== undefined &&
        !windows &&
        !added.windows &&
        formatAddress(address) === formatAddress(added.address)
      ),
  ),
  added,
]

/** @param now the files, one of which the step does not fit */
function describeConflict(
  { id, label, changes, addresses }: Step,
  { file, clash }: { file: string; clash?: Clash },
  now: Texts,
): DraftConflict {
  const { before, after } = changes.find((each) => each.file === file)!
  const theirText = now.get(file)!
  const both = clash && findBothValues(file, clash, after, theirText)
  if (both) {
    const { path, mine, theirs } = both
    return {
      id,
      label,
      address: { file, path },
      reason: 'It was changed in the file, too.',
      mine,
      theirs,
    }
  }
  const path = (clash && findValueAtOffset(file, theirText, clash.theirs)) ?? []
  const conflict = { id, label, address: { file, path } }
  const own = findValueAtOffset(file, after, findDifference(before, after).start)
  // A step that replaces whole texts is about no value.
  if (!own || addresses.length === 0)
    return { ...conflict, reason: `The same lines of ${file} have changed.` }
  return {
    ...conflict,
    reason: 'What it changes is no longer in the file.',
    mine: getValue(file, after, own),
    isGone: true,
  }
}

/** The number of steps to keep. Older ones are dropped, unless they are not saved. */
const maxSteps = 1000

type StepOrigin = Pick<Step, 'group' | 'window'>

/** The history of a draft: the steps that lead to its texts, and the steps that were undone. */
export class History {
  /** The steps that lead to the files on disk, without those that have been undone since. */
  #saved: Step[] = []
  /** The steps since the last save: first those that undo saved ones, the last one first. */
  #unsaved: Step[] = []
  /** The steps that were undone, in the order in which they were undone. */
  #undone: Step[] = []
  #texts: Texts = new Map()

  get texts(): ReadonlyMap<string, string> {
    return this.#texts
  }

  /** The steps that lead from the files on disk to the texts. */
  get unsaved(): readonly Step[] {
    return this.#unsaved
  }

  /** The next steps to undo and redo, and the steps since the last save. */
  describe(): Pick<DraftState, 'undo' | 'redo' | 'undoesSaved' | 'steps'> {
    const [undo, redo] = [this.#next, this.#undone.at(-1)]
    return {
      ...(undo && { undo: undo.label }),
      ...(undo && undo === this.#saved.at(-1) && { undoesSaved: true }),
      ...(redo && { redo: redo.label }),
      steps: this.#unsaved.map(({ label, changes }) => ({ label, files: toFileNames(changes) })),
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
  plan(operations: FileEdit[], label: string, origin: StepOrigin = {}): Step {
    const { joined, texts } = this.#join(operations, origin)
    const changes = planChanges(texts, operations)
    return {
      ...(joined ?? createStep(label, changes)),
      label,
      ...(joined && { changes: joinChanges(joined.changes, changes) }),
      addresses: operations.map(({ file, path }) => ({ file, path })),
      isAddition: operations[0]!.kind === 'insert' && label === this.nameStep(operations),
      ...origin,
      base: operations.length === 1 ? changes[0]!.before : undefined,
    }
  }

  /** What a step would be called: typing that goes on by all that it changes. */
  nameStep(operations: FileEdit[], origin: StepOrigin = {}): string {
    const { joined, texts, isWhole } = this.#join(operations, origin)
    if (joined && !isWhole) return joined.label
    const [{ file, ...first }] = operations as [FileEdit]
    const root = getValue(file, texts.get(file)!, []) ?? null
    const others = operations.length - 1
    return describeOperation(root, first) + (others > 0 ? `, and ${others} more` : '')
  }

  /**
   * Finds the step that operations go on with, and the texts that they apply to.
   * @returns isWhole, if they say all that the step does
   */
  #join(operations: FileEdit[], { group }: StepOrigin) {
    const [address] = operations
    const last = this.#unsaved.at(-1)
    const typed =
      group !== undefined && group === last?.group && isOnlySet(operations)
        ? last.addresses.at(-1)
        : undefined
    const joined = last && typed && isWithin(address!, typed) ? last : undefined
    const texts = new Map(this.#texts)
    // Applied to the text before the last letter, so that intermediate texts leave no trace, such as
    // quotes for one that ended with a space. The first letter may have added the map around it.
    const isWhole = joined?.base !== undefined && address!.path.length === typed!.path.length
    if (isWhole) texts.set(address!.file, joined.base!)
    return { joined, texts, isWhole }
  }

  /** Makes a planned step. Typing that leads back to what was there is none. */
  add(step: Step): void {
    const isJoined = this.#unsaved.at(-1)?.id === step.id
    if (isJoined) this.#unsaved.pop()
    const isChange = step.changes.some(({ before, after }) => before !== after)
    if (!isJoined || isChange) this.#unsaved.push(step)
    for (const { file, after } of step.changes) this.#texts.set(file, after)
    this.#undone = []
    this.#nameAdded()
    if (this.#saved.length + this.#unsaved.length > maxSteps) this.#saved.shift()
  }

  /** Calls an entry that was added last what it is called now: it began as *New question*. */
  #nameAdded(): void {
    const at = this.#unsaved.findLastIndex(({ isAddition }) => isAddition)
    const [step, ...later] = this.#unsaved.slice(at)
    const [own] = step?.addresses ?? []
    const isWithinOwn = ({ addresses }: Step) =>
      addresses.length > 0 && addresses.every((each) => isWithin(each, own!))
    if (at < 0 || !own || !later.every(isWithinOwn)) return
    const root = getValue(own.file, this.#texts.get(own.file)!, []) ?? null
    const value = getAt<JsonValue>(root, own.path) ?? null
    const label = describeOperation(root, { kind: 'insert', path: own.path, value })
    this.#unsaved[at] = { ...step!, label }
  }

  /** The window that has edited a value last; undefined if no window has. */
  findEditor(address: ValuePlace): string | undefined {
    const touches = (other: ValuePlace) => isWithin(other, address) || isWithin(address, other)
    return [...this.#saved, ...this.#unsaved].findLast(
      ({ addresses, undoes }) => !undoes && addresses.some(touches),
    )?.window
  }

  /** @returns the files that change */
  undo(): string[] {
    const step = this.#next
    if (!step) throw new RequestFailure('refused', 'There is nothing to undo.')
    const { label, addresses } = step
    const changes = step.changes.map(turnBack)
    undoStep(this.#texts, step)
    this.#undone.push(step)
    if (step === this.#saved.at(-1)) {
      this.#saved.pop()
      this.#unsaved.push({ ...createStep(`Undo: ${label}`, changes), addresses, undoes: step })
    } else this.#unsaved.pop()
    this.#nameAdded()
    // What is typed next is a new step, even in the same field.
    const last = this.#unsaved.at(-1)
    if (last) last.group = undefined
    return toFileNames(changes)
  }

  /** @returns the files that change */
  redo(): string[] {
    const step = this.#undone.at(-1)
    if (!step) throw new RequestFailure('refused', 'There is nothing to redo.')
    const outcome = makeChanges(this.#texts, step.changes)
    if (!('made' in outcome))
      throw new RequestFailure('refused', `"${step.label}" does not fit the file anymore.`)
    this.#undone.pop()
    if (this.#unsaved.at(-1)?.undoes === step) {
      this.#unsaved.pop()
      this.#saved.push(step)
    } else this.#unsaved.push({ ...step, group: undefined, changes: outcome.made })
    this.#nameAdded()
    return toFileNames(step.changes)
  }

  /** Marks the current texts as those on disk. */
  markSaved(): void {
    this.#saved.push(...this.#unsaved.filter(({ undoes }) => !undoes))
    this.#unsaved = []
  }

  /** Undoes the unsaved steps. They can be redone. */
  revert(): void {
    for (const step of this.#unsaved.toReversed()) {
      undoStep(this.#texts, step)
      if (step.undoes) this.#saved.push(step.undoes)
    }
    this.#undone = this.#unsaved.map((step) => ({ ...step, undoes: undefined })).reverse()
    this.#unsaved = []
  }

  /**
   * Makes the unsaved steps in other versions of the files. Saved steps can still be undone if they
   * concern other text than what was changed.
   * @returns what does not fit anymore
   */
  rebase(now: Texts): DraftConflict[] {
    const { steps, texts, conflicts } = replaySteps(now, this.#unsaved)
    const before = new Map(texts)
    for (const step of steps.toReversed()) if (!step.undoes) undoStep(before, step)
    this.#saved = keepUndoable(this.#saved, before)
    this.#unsaved = steps
    this.#undone = []
    this.#texts = texts
    return conflicts
  }

  /** Adds the steps of an earlier session. */
  append({ steps, texts }: Replayed): void {
    this.#unsaved.push(...steps)
    this.#texts = texts
  }

  /** The step to undo next. */
  get #next(): Step | undefined {
    const last = this.#unsaved.at(-1)
    return last && !last.undoes ? last : this.#saved.at(-1)
  }
}

function undoStep(texts: Texts, { changes }: Step): void {
  for (const { file, before } of changes) texts.set(file, before)
}

const toFileNames = (changes: FileChange[]) => changes.map(({ file }) => file)

const turnBack = ({ file, before, after }: FileChange): FileChange => ({
  file,
  before: after,
  after: before,
})

const isOnlySet = ([first, ...others]: FileEdit[]) => first?.kind === 'set' && others.length === 0

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
    if (!('made' in outcome) || outcome.made.some(isBroken)) break
    kept.unshift({ ...step, changes: outcome.made.map(turnBack) })
  }
  return kept
}
