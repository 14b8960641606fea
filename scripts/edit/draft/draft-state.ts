import type { ValuePlace } from '../source-address.ts'
import type { JsonValue } from '../yaml-operations.ts'

/**
 * What a window that is open has edited last, since the last save.
 * @property person the name of somebody else, who has a draft of their own
 */
export type WindowEdit = { window: string; label: string; address: ValuePlace; person?: string }

/** Answers every edit, `POST undo`, `POST redo`, `POST revert` and `POST recovered`. */
export type DraftState = {
  /** Increases with every change of the draft and of the files. */
  version: number
  /**
   * Describes the step that undo would undo, and the one that redo would repeat: `Move "Price
   * cards" up`.
   */
  undo?: string
  redo?: string
  /** Whether undo goes back behind the last save, so that it changes saved files. */
  undoesSaved?: true
  /** Every unsaved step, oldest first. */
  steps: { label: string; files: string[] }[]
  /** Files with unsaved changes. */
  files: string[]
  /** Edits of what was changed by another program or in another window. */
  conflicts: DraftConflict[]
  editors: WindowEdit[]
  /** Steps of an earlier session that were not saved: `POST recovered { action }`. */
  recovered?: { steps: string[]; savedAt: string }
}

/** A value that the author has saved, and others have published differently. */
export type PublishedClash = { address: ValuePlace; mine: JsonValue; theirs: JsonValue }

/** Both versions are kept until the author chooses: `POST conflicts { id, keep }`. */
export type DraftConflict = {
  id: string
  label: string
  reason: string
  address: ValuePlace
  /** The value that the step would give, and the one that the file has now. */
  mine?: JsonValue
  theirs?: JsonValue
  /** Whether the value of the step has no place in the file anymore. */
  isGone?: true
  /** If both were typed in the studio: the window of each. */
  windows?: { mine: string; theirs: string }
}
