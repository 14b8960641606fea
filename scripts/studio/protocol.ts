/**
 * What the studio's page and the development server say to each other: JSON, under
 * `/__studio/api/`. Types only, so that the page bundles nothing of the server.
 */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Keys and indexes from the root of a file. */
export type NodePath = (string | number)[]

/**
 * A value in a source file. Where it is one text, in URLs and in `data-studio-path`, it is the file
 * and a JSON pointer: `pages/main.yaml#/pages/~1pricing/blocks/2/heading`.
 * @property file relative to the site's folder
 */
export type NodeAddress = { file: string; path: NodePath }

/**
 * An edit of a source file.
 *
 * - *set* replaces the value at `path`, or adds the property if its map does not have it, in front
 *   of the property `before` if that is given and there.
 * - *insert* adds an entry to a list; the last step of `path` is its index, up to the length.
 * - *move* moves an entry of a list to the index `to`, counted without it.
 * - *remove* removes a property or an entry.
 */
export type StudioOperation =
  | ({ kind: 'set'; value: Json; before?: string } & NodeAddress)
  | ({ kind: 'insert'; value: Json } & NodeAddress)
  | ({ kind: 'move'; to: number } & NodeAddress)
  | ({ kind: 'remove' } & NodeAddress)

/**
 * `POST edits`: all operations or none, undone as one step.
 * @property version the version that the operations were made for
 * @property group steps of the same group that follow each other are one, such as while typing
 */
export type EditRequest = { version: number; operations: StudioOperation[]; group?: string }

/** Answers every edit, `POST undo`, `POST redo`, `POST revert` and `POST recovered`. */
export type DraftState = {
  /** Increases with every change of the draft and of the files. */
  version: number
  /** What undo would take back and redo would repeat, in words: `Move "Price cards" up`. */
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

/** Of `GET pages`, in the order of the files. */
export type PageItem = {
  route: string
  title: string
  kind: string
  /** `listed`, `noindex`, `ppc` (not listed), `planned` (not written yet). */
  status: 'listed' | 'noindex' | 'ppc' | 'planned'
  placeholder: boolean
  /** The file with the page or the template, which serves as its family. */
  file: string
  line: number
  /** The route of the set that the page belongs to. */
  set?: string
  errors: number
  warnings: number
  changed: boolean
}

/** `GET outline?route=` */
export type PageOutline = {
  version: number
  route: string
  /** Shows the page with its blocks and fields marked; for a frame. */
  previewUrl: string
  /** The page's entry; of a page of a set, the template. */
  page: OutlineNode
  blocks: OutlineNode[]
  /** For a page of a set. */
  set?: {
    route: string
    pages: number
    override: NodeAddress
    row?: { file: string; line: number }
  }
}

/** A page, a block, a list in it, or an entry of a list. */
export type OutlineNode = {
  address: NodeAddress
  kind: 'page' | 'block' | 'list' | 'item'
  /** What tells it from others: its heading, title or label; else its type or name. */
  label: string
  /** The type of a block. */
  type?: string
  /** The number of entries of a list. */
  count?: number
  /** Of it and of everything below. */
  errors: number
  warnings: number
  /** Query parameters with which a live block shows another state. */
  queries?: string[]
  children: OutlineNode[]
}

/** `GET node?address=` (and `&route=`, to learn where an edit of a page of a set can go) */
export type NodeDetails = {
  version: number
  address: NodeAddress
  /** As written: citations, Markdown and all. Undefined if the property is not set. */
  value?: Json
  /** A JSON pointer into `GET schema`, such as `#/$defs/hero-block`. */
  schema: string
  line?: number
  /** Why it cannot be edited, such as an anchor that other values share. */
  locked?: string
  /** For a page of a set: the places where an edit can go, and how many pages each changes. */
  homes?: { kind: 'template' | 'override' | 'row'; address: NodeAddress; pages: number }[]
}

/** `GET problems`, sorted as `npm run check` does. */
export type StudioProblem = {
  code: string
  severity: 'error' | 'warning' | 'note'
  /** In the words of `npm run check`. */
  message: string
  fix: string
  expected?: string
  suggestion?: string
  file: string
  line?: number
  column?: number
  /** The deepest value or property at its line and column. */
  address?: NodeAddress
  /** The page that it is on. */
  route?: string
}

/** `GET problems` */
export type ProblemList = { version: number; isComplete: boolean; problems: StudioProblem[] }

/** `GET facts` */
export type FactItem = {
  name: string
  label: string
  unit?: string
  address: NodeAddress
  /** What `${name}` prints. */
  text: string
  /** The reading that `${name}` prints. */
  used: string
  readings: { name: string; text: string; value: Json; source?: string; address: NodeAddress }[]
  /** Routes of the pages that print it. */
  pages: string[]
  hasConflict: boolean
}

/** `GET choices`: what fields offer. */
export type Choices = {
  /** Pages and their anchors, as links. */
  links: { href: string; label: string }[]
  pictures: string[]
  /** Other published files. */
  files: string[]
  icons: string[]
}

/** `GET blocks`: the palette. */
export type BlockChoice = {
  type: string
  description: string
  /** Values to insert, the simplest first, and the frames that show them. */
  examples: { name: string; value: Json; previewUrl: string }[]
}

/** `GET changes`: what saving would change. */
export type DraftChanges = {
  version: number
  steps: string[]
  /** Unified, with three lines of context. */
  files: { file: string; diff: string }[]
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
     * - `stale` (409): the version is not the current one; ask again with it.
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
 */
export type StudioEvent =
  | { kind: 'changed'; draft: DraftState; byOthers: boolean }
  | { kind: 'checked'; version: number }
