import { randomUUID } from 'node:crypto'
import { addToGroup, type Groups } from '../../../schema/util/group-by.ts'
import { applyOperations, getValue, tryGetValue } from '../apply-operations.ts'
import { findDifference } from '../find-difference.ts'
import { findValueAtOffset } from '../describe/source-view.ts'
import { formatAddress, type ValuePlace } from '../source-address.ts'
import type { FileChange } from '../text-edits.ts'
import type { FileEdit, Edit } from '../yaml-operations.ts'
import type { DraftConflict } from './draft-state.ts'
import { type Clash, mergeFiles } from './merge-texts.ts'

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
