/** What authors do with everything that they have changed. */
import type { DraftState, RecoveredChoice, SaveResult } from '../../protocol.ts'
import type { StudioStore } from './studio-store.ts'

const asDraft = (draft: DraftState) => draft

export async function undo(store: StudioStore): Promise<void> {
  await store.flush()
  const { undo: label } = store.getState().draft
  if (label !== undefined && (await store.changeDraft('undo', {}, asDraft)))
    store.notify(`Undone: ${label}`)
}

export async function redo(store: StudioStore): Promise<void> {
  await store.flush()
  const { redo: label } = store.getState().draft
  if (label !== undefined && (await store.changeDraft('redo', {}, asDraft)))
    store.notify(`Redone: ${label}`)
}

/** Takes back everything that is not saved. */
export async function revert(store: StudioStore): Promise<void> {
  if (await store.changeDraft('revert', {}, asDraft))
    store.notify('All unsaved changes are taken back. Undo brings them back.')
}

export async function chooseRecovered(store: StudioStore, choice: RecoveredChoice): Promise<void> {
  if (await store.changeDraft('recovered', choice, asDraft)) store.endRecovery()
}

export async function resolveConflict(
  store: StudioStore,
  id: string,
  keep: 'mine' | 'theirs',
): Promise<void> {
  await store.changeDraft('conflicts', { id, keep }, asDraft)
}

/** @returns whether everything was written */
export async function save(store: StudioStore): Promise<boolean> {
  await store.flush()
  const { version } = store.getState().draft
  const result = await store.changeDraft<SaveResult>('save', { version }, ({ draft }) => draft)
  if (!result) return false
  const { saved } = result
  store.notify(saved.length === 0 ? 'Nothing to save.' : `Saved ${saved.join(', ')}.`)
  return true
}
