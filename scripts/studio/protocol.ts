/**
 * What the studio's page and the development server say to each other: JSON, under
 * `/__studio/api/`. Types only, so that the page bundles nothing of the server.
 */

import type { SourceProblem, StudioProblem } from './described-site.ts'
import type { Json, NodeAddress } from './node-address.ts'

export type * from './described-site.ts'
export type * from './node-address.ts'

/**
 * An edit of a source file.
 *
 * - *set* replaces the value at `path`, or adds the property if its map does not have it, in front
 *   of the property `before` if that is given and there.
 * - *insert* adds an entry to a list; the last step of `path` is its index, up to the length.
 * - *move* moves an entry of a list to the index `to`, counted without it.
 * - *remove* removes a property or an entry.
 * - *rename-key* gives the property at `path` another name.
 */
export type StudioOperation =
  | ({ kind: 'set'; value: Json; before?: string } & NodeAddress)
  | ({ kind: 'insert'; value: Json } & NodeAddress)
  | ({ kind: 'move'; to: number } & NodeAddress)
  | ({ kind: 'remove' } & NodeAddress)
  | ({ kind: 'rename-key'; name: string } & NodeAddress)

/**
 * `POST edits`: all operations or none, undone as one step.
 * @property version the version that the operations were made for
 * @property group steps of the same group that follow each other are one, such as while typing
 * @property label what the step is called; by default, what its operations do
 */
export type EditRequest = {
  version: number
  operations: StudioOperation[]
  group?: string
  label?: string
}

/** `POST undo` and `POST redo`: refused as `stale` if another step than this one would be next. */
export type NextStep = { label: string }

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
  /** Every unsaved step, oldest first. */
  steps: { label: string; files: string[] }[]
  /** Files with unsaved changes. */
  files: string[]
  /** Steps that do not fit a file that was changed by another program. */
  conflicts: DraftConflict[]
}

/** Both versions are kept until the author chooses: `POST conflicts { id, keep }`. */
export type DraftConflict = {
  id: string
  label: string
  reason: string
  address: NodeAddress
  /** The value that the step would give, and the one that the file has now. */
  mine?: Json
  theirs?: Json
}

/** `POST conflicts` */
export type ConflictChoice = { id: string; keep: 'mine' | 'theirs' }

/** `GET session` */
export type SessionInfo = {
  siteName: string
  draft: DraftState
  /** Steps of an earlier session that were not saved: `POST recovered { action }`. */
  recovered?: { steps: string[]; savedAt: string }
}

/** `POST recovered` */
export type RecoveredChoice = { action: 'restore' | 'discard' }

/** `POST fixes { version, … }`: makes the correction of a problem, as a step. */
export type ProblemFix = Pick<StudioProblem, 'code' | 'message' | 'file' | 'line' | 'column'>

/** `GET problems` */
export type ProblemList = { version: number; isComplete: boolean; problems: StudioProblem[] }

/** `GET find?text=`: values with a text. @property count of all, of which the first are listed */
export type FoundTexts = { texts: FoundText[]; count: number }

/** @property text as written */
export type FoundText = { address: NodeAddress; text: string; route?: string }

/** `GET changes`: what saving would change. */
export type DraftChanges = {
  version: number
  steps: string[]
  /** Unified, with three lines of context. */
  files: { file: string; diff: string }[]
}

/**
 * `GET changes/report`: what visitors and search engines will notice, in the words of
 * `npm run changes`. Takes seconds.
 */
export type VisitorChanges = { version: number } & (
  | { summary: string; sections: VisitorChangeSection[]; notes: string[] }
  /** Why the site cannot be compared. */
  | { reason: string }
)

type VisitorChangeSection = { heading: string; lines: VisitorChange[] }

/** @property parts of a text: what both versions have, or only one of them */
export type VisitorChange = {
  text: string
  parts: { text: string; only?: 'before' | 'after' }[]
  pages: string[]
  everywhere: boolean
}

/** `POST save { version }` */
export type SaveResult = { saved: string[]; draft: DraftState }

/**
 * `POST pages { version, … }`: a step of its own.
 *
 * - *new* adds a page that is a placeholder until it is written.
 * - *rename* changes the links to the page, and its old address becomes an alias.
 * - *delete* removes a page. With `redirectTo`, its address becomes an alias of that page.
 */
export type PageAction =
  | { action: 'new'; route: string; kind: string; title?: string }
  | { action: 'duplicate'; from: string; to: string }
  | { action: 'rename'; from: string; to: string }
  | { action: 'delete'; route: string; redirectTo?: string }

/** `POST redirects { version, … }`: a step of its own. A redirect is an alias of the page `to`. */
export type RedirectAction = { from: string; to: string } & (
  | { action: 'add' | 'remove' }
  | { action: 'change'; next: { from: string; to: string } }
)

/** `POST source`: replaces the text of a file, as a step. Text with mistakes is refused. */
export type SourceEdit = { version: number; file: string; before: string; after: string }
export type SourceResult = { problems: SourceProblem[]; draft?: DraftState }

/**
 * `POST pictures?file=/people/sam.jpg` with the bytes as `application/octet-stream`: saves a
 * picture in public/ immediately, unless another has its name. A step may show it then.
 */
export type SavedPicture = { file: string; width: number; height: number }

/** `GET proposal`: what `POST propose` would commit, or why it cannot. */
export type ProposalPlan =
  | { reason: string }
  | { branch: string; subject: string; files: string[]; remote?: string }

/**
 * `POST propose {}`
 * @property url the page of the host that proposes the branch
 * @property message why it was not pushed
 */
export type Proposal = {
  branch: string
  commit: string
  pushed: boolean
  url?: string
  message?: string
}

/** Every answer that is not 2xx. */
export type StudioError = {
  error: {
    /**
     * - `forbidden` (403): no session, or another origin. `message` says why.
     * - `stale` (409): the version is not the current one; send the request again with the current
     *   one.
     * - `conflict` (409): a file was changed on disk meanwhile.
     * - `refused` (422): the edit cannot be made without changing more than it says.
     * - `too-large` (413), `invalid` (400), `not-found` (404).
     */
    code: 'forbidden' | 'stale' | 'conflict' | 'refused' | 'too-large' | 'invalid' | 'not-found'
    message: string
    version?: number
  }
}

/**
 * `GET events` (server-sent events), each as JSON in `data`.
 *
 * - *changed*: the draft or the files; what was fetched for an older version is outdated.
 * - *checked*: `GET problems` has more.
 * - *shown*: pages have the latest edits.
 * - *code*: the code of pages has changed, so that they must be loaded again.
 */
export type StudioEvent =
  | { kind: 'changed'; draft: DraftState; byOthers: boolean }
  | { kind: 'checked'; version: number }
  | { kind: 'shown' }
  | { kind: 'code' }
