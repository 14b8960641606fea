/**
 * What the studio's page and the development server say to each other: JSON, under
 * `/__studio/api/`. Types only, so that the page bundles nothing of the server.
 */

import type { HiddenReason } from '../../schema/resolve/filter-by-moment.ts'
import type { FactListing } from '../report/list-facts.ts'
import type { PageListing } from '../report/list-pages.ts'
import type { DiffPart } from '../report/diff-texts.ts'
import type { JsonValue, ValueOperation } from '../edit/yaml-operations.ts'
import type { RowChanges } from '../edit/plan-row-edits.ts'
import type { NodeAddress } from '../edit/source-address.ts'
import type { Path } from '../../schema/problems/position.ts'
import type { BlockGroup } from '../../schema/block-types/block-groups.ts'

/** An edit of a source file. */
export type StudioOperation = { file: string } & ValueOperation

/**
 * `POST edits`: all operations or none, undone as one step.
 * @property version the version that the operations were made for
 * @property group identifies typing in one field: an edit of the same value in the same group joins
 *   the last step
 * @property label what the step is called; by default, what its operations do
 * @property window identifies the window of the author
 * @property shown what the window showed before the text that its only operation sets; null for
 *   nothing. If another window has written another text there, both are kept as a conflict.
 * @property id counts the edits of a window, so that one whose answer was lost counts once
 */
export type EditRequest = {
  version: number
  operations: StudioOperation[]
  group?: string
  label?: string
  window?: string
  shown?: JsonValue
  id?: string
}

/**
 * What a window that is open has edited last, since the last save.
 * @property person the name of somebody else, who has a draft of their own
 */
export type WindowEdit = { window: string; label: string; address: NodeAddress; person?: string }

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
  /** Whether undo goes back behind the last save, so that it changes saved files. */
  undoesSaved?: true
  /** Every unsaved step, oldest first. */
  steps: { label: string; files: string[] }[]
  /** Files with unsaved changes. */
  files: string[]
  /** Edits of what was changed by another program or in another window. */
  conflicts: DraftConflict[]
  editors: WindowEdit[]
}

/** Both versions are kept until the author chooses: `POST conflicts { id, keep }`. */
export type DraftConflict = {
  id: string
  label: string
  reason: string
  address: NodeAddress
  /** The value that the step would give, and the one that the file has now. */
  mine?: JsonValue
  theirs?: JsonValue
  /** If both were typed in the studio: the window of each. */
  windows?: { mine: string; theirs: string }
}

/** `POST conflicts` */
export type ConflictChoice = { id: string; keep: 'mine' | 'theirs' }

/** `GET session` */
export type SessionInfo = {
  siteName: string
  /** The language of the site, such as en-US. */
  language: string
  draft: DraftState
  /** Who edits, if several people do, and whether they may publish. */
  person?: { name: string; role: 'edit' | 'publish' }
  /** The day that is shown, such as 2027-01-31, if the author has chosen one: `POST day { day? }`. */
  day?: string
  /** Steps of an earlier session that were not saved: `POST recovered { action }`. */
  recovered?: { steps: string[]; savedAt: string }
}

/**
 * `GET original-changes ?route`: what has changed in the original of a translation.
 * @property since the day on which the translation was up to date
 */
export type OriginalChanges = { since: string; texts: { parts: DiffPart[] }[] } | { reason: string }

/**
 * `GET history ?route &skip`: the commits that have changed a page, the newest first.
 * @property next how many commits to skip for older ones; undefined if there are none
 */
export type PageHistory = { entries: HistoryEntry[]; next?: number } | { reason: string }

/** @property isFirst whether the commit has added the page */
export type HistoryEntry = {
  commit: string
  date: string
  author: string
  subject: string
  isFirst?: boolean
  fields: HistoryField[]
}

/**
 * A change of the files.
 * @property label what was done, such as `Change heading of "Prices" on /pricing`
 * @property restore takes it back; undefined if what it changed is no longer there
 * @property losesLater whether that takes back what has been changed in the same place since, too
 */
export type HistoryField = {
  label: string
  parts: DiffPart[]
  restore?: StudioOperation
  losesLater?: true
}

/**
 * `GET comments`: what people have said about pages.
 * @property address where it is written
 * @property block the heading of the block that it is about, or its id or type
 * @property index the place of that block on its page
 * @property isLost whether the page or the block is gone
 */
export type CommentItem = {
  address: NodeAddress
  route: string
  block?: string
  index?: number
  text: string
  by: string
  on: string
  isLost?: boolean
  isResolved?: true
}

/** `POST comments { version, … }`: a step. @property index of the block; undefined for the page */
export type NewComment = { route: string; index?: number; text: string }

/** `POST recovered` */
export type RecoveredChoice = { action: 'restore' | 'discard' }

/**
 * `POST fixes { version, … }`: does something about a problem, as a step.
 * @property cure one of `cures`; by default, the correction
 */
export type ProblemFix = Pick<StudioProblem, 'code' | 'message' | 'file' | 'line' | 'column'> & {
  cure?: string
}

/** `GET problems` */
export type ProblemList = { version: number; isComplete: boolean; problems: StudioProblem[] }

/** `GET find?text=&whole=&route=` answers `FoundTexts`, and `GET media` a list of `MediaItem`. */
export type { FoundText, FoundTexts, MediaItem } from '../report/find-texts.ts'

/** `GET changes`: what saving would change. */
export type DraftChanges = {
  version: number
  steps: string[]
  /** Unified, with three lines of context. */
  files: { file: string; diff: string }[]
}

/**
 * `GET changes/report`: what visitors and search engines will notice, in the words of
 * `npm run changes`. `POST trials { version, operations }` answers the same about an edit that is
 * not made: what it would change in the draft.
 */
export type VisitorChanges = { version: number } & NoticedChanges

/** `GET history/changes ?commit &route`: what visitors noticed of a commit on a page. */
export type NoticedChanges =
  | { summary: string; sections: VisitorChangeSection[]; notes: string[] }
  /** Why the site cannot be compared. */
  | { reason: string }

type VisitorChangeSection = { heading: string; lines: VisitorChange[] }

/** @property parts of a text: what both versions have, or only one of them */
export type VisitorChange = {
  text: string
  parts: DiffPart[]
  pages: string[]
  everywhere: boolean
}

/** `POST save { version }` */
export type SaveResult = { saved: string[]; draft: DraftState }

/** What a page is called in its texts, and what its copy is called there. */
export type CopiedName = { text: string; by: string }

/**
 * `POST pages { version, … }`: a step of its own.
 *
 * - *new* adds a page that is a placeholder until it is written.
 * - *duplicate* can replace a name in the texts of the copy. A comment lists where the name remains.
 * - *rename* changes the links to the page, and its old address becomes an alias.
 * - *delete* removes a page. With `redirectTo`, its address becomes an alias of that page, and links
 *   lead there; without, nothing may link to it, and its address is given up.
 */
export type PageAction =
  | ({ action: 'new'; route: string; kind: string } & PageNames)
  | ({
      action: 'duplicate'
      from: string
      to: string
      kind?: string
      replaced?: CopiedName
    } & PageNames)
  | { action: 'rename'; from: string; to: string }
  | { action: 'delete'; route: string; redirectTo?: string }

/** @property menu the index of a menu of the header that gets a link to the page */
type PageNames = { title?: string; label?: string; menu?: number }

/** `GET links?route=`: pages that link to a page, and whether the header or the footer does. */
export type PageLinks = { pages: string[]; isShared: boolean }

/** `POST redirects { version, … }`: a step of its own. A redirect is an alias of the page `to`. */
export type RedirectAction = { from: string; to: string } & (
  | { action: 'add' | 'remove' }
  | { action: 'change'; next: { from: string; to: string } }
)

/** `GET tables`: a table of the site, and what is made of it: sets, facts, reviews. */
export type TableItem = { address: NodeAddress; users: string[] }

/**
 * `GET rows?address=`: a table with the edits.
 * @property columns by their headings as written; that of single values is empty. The cells of
 *   `lines` are lists of single values, those of `tables` lists of maps.
 */
export type RowTable = {
  version: number
  address: NodeAddress
  columns: { heading: string; isInRoute?: true; has?: 'lines' | 'tables' }[]
  rows: TableRow[]
}

/**
 * @property pages the number of pages that it makes
 * @property cells in the order of the columns. One that is locked is a map, or part of the address
 *   of a page that may be published. A list of maps is locked, too: it is a table of its own, whose
 *   address ends with the path of the cell.
 */
export type TableRow = {
  path: Path
  line: number
  pages: number
  cells: { text: string; isLocked?: true; isTable?: true }[]
}

/**
 * `POST rows { version, address, … }`: changes a table, as one step.
 * @property cells `was` is what the author has seen; `removed` likewise, for every column
 * @property added rows, each in front of the row `at`, or at the end: texts by heading, or a copy
 */
export type RowEdit = {
  cells: { row: number; heading: string; was: string; text: string }[]
  removed: { row: number; was: string[] }[]
  added: RowChanges['added']
}

/** `POST source`: replaces the text of a file, as a step. Text with mistakes is refused. */
export type SourceEdit = { version: number; file: string; before: string; after: string }
export type SourceResult = { problems: SourceProblem[]; draft?: DraftState }

/**
 * `POST pictures?file=/people/sam.jpg` with the bytes as `application/octet-stream`: saves a
 * picture in public/ immediately, unless another has its name. A step may show it then.
 */
export type SavedPicture = { file: string; width: number; height: number }

/**
 * `POST crops { name, … }`: saves a part of a picture as another one, with this name.
 * @property left and the others in pixels of the picture as it is shown
 */
export type PictureCrop = {
  file: string
  left: number
  top: number
  width: number
  height: number
}

/**
 * `GET proposal`: what `POST propose` can commit, or why it cannot.
 * @property id changes with the content of the files
 */
export type ProposalPlan =
  | { reason: string }
  | {
      id: string
      /** The branch that a proposal makes, and the current one, to which publishing adds. */
      branch: string
      current?: string
      subject: string
      files: ProposedFile[]
      remote?: string
    }

/**
 * `POST share`: the saved site in a folder for any host, marked as a draft.
 * @property review the file with the facts that the owner must confirm
 */
export type SharedPreview = { folder: string; pages: number; review: string }

/**
 * A file of the site that is not committed as it is.
 * @property diff unified; undefined for a picture
 * @property author who has changed it since the last commit: the studio, other programs, or both. A
 *   new picture is the studio's if what the studio has saved shows it. An upload is a picture that no
 *   such page shows yet.
 */
export type ProposedFile = {
  file: string
  diff?: string
  author: 'studio' | 'others' | 'both' | 'upload'
}

/**
 * `POST propose`: commits the chosen files of a plan.
 * @property publish on the current branch, not on one of its own
 */
export type ProposalRequest = { id: string; files: string[]; subject: string; publish?: boolean }

/**
 * `GET publication?commit=`: what the workflow of the host makes of a commit, as its CLI says.
 * @property state unknown without the CLI
 */
export type Publication = {
  state: 'unknown' | 'waiting' | 'running' | 'done' | 'failed'
  url?: string
}

/**
 * Answers `POST propose`.
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
     * - `failed` (500): a mistake in the studio.
     */
    code:
      | 'forbidden'
      | 'stale'
      | 'conflict'
      | 'refused'
      | 'too-large'
      | 'invalid'
      | 'not-found'
      | 'failed'
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

/**
 * `GET pages?since=`: what has changed in the list of pages since a version of it.
 * @property pages those that differ from that version
 * @property routes of all pages in the order of the files, if that has changed
 */
export type PageListChanges = { version: number; pages: PageItem[]; routes?: string[] }

/** A page in the list. */
export type PageItem = Omit<PageListing, 'redirectTo' | 'row'> & {
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
  set?: SetOfPage
  /** The entry of the page that this one translates. */
  original?: NodeAddress & { route: string }
  /** Set if a mistake in the page's file keeps an earlier version in the preview. */
  isOutdated?: true
}

/**
 * Where the values of a page of a set are written.
 * @property pages the number of pages that the template makes
 * @property override where this page's override is, or would be, and what is written there
 * @property overrides the number of pages that have one
 * @property cells of the page's row, in each table of the set
 * @property facts that the set makes of the row
 */
export type SetOfPage = {
  route: string
  pages: number
  override: NodeAddress & { value?: JsonValue }
  overrides: number
  cells: RowCell[]
  facts: FactListing[]
}

/**
 * A cell of a row.
 * @property column the name that cites it: `town`, or `town.name` if the set has several tables
 * @property pages the number of pages that the row makes, those of other sets included
 * @property table where its table is written
 * @property address where it is written, or would be; undefined if it is edited by hand
 * @property isInRoute whether the addresses of pages are made of it, so that it is edited by hand
 */
export type RowCell = {
  column: string
  value?: JsonValue
  file: string
  line: number
  pages: number
  table: NodeAddress
  address?: NodeAddress
  isInRoute?: true
}

/** A page, a block, a list in it, or an entry of a list. */
export type OutlineNode = {
  address: NodeAddress
  kind: 'page' | 'block' | 'list' | 'item'
  /** What distinguishes it: its heading, title or label; otherwise its type or name. */
  label: string
  /** The type of a block. */
  type?: string
  /** The number of entries of a list. */
  count?: number
  /** The days on which it is shown: `from Dec 24`. */
  days?: string
  /** If its days leave a block out on the day of the preview: a day on which it is shown. */
  hidden?: { shownOn: string; isOver?: true }
  /** The number of errors in the node and in everything below it; `warnings` likewise. */
  errors: number
  warnings: number
  /** Query parameters with which a live block shows another state. */
  queries?: string[]
  children: OutlineNode[]
}

/** `GET node?address=` */
export type NodeDetails = {
  version: number
  address: NodeAddress
  /** As written, including citations and Markdown. Undefined if the property is not set. */
  value?: JsonValue
  /** A JSON pointer into `GET schema`, such as `#/$defs/hero-block`. */
  schema: string
  line?: number
  /** Why it cannot be edited, such as an anchor that other values share. */
  locked?: string
}

/** `GET problems`, sorted as `npm run check` does. */
export type StudioProblem = {
  code: string
  severity: 'error' | 'warning' | 'note'
  /** In the words of `npm run check`. */
  message: string
  /** What to do in the studio; empty if there is nothing more to say. */
  fix: string
  expected?: string
  suggestion?: string
  file: string
  line?: number
  column?: number
  /** The lines as they would be after `POST fixes`, if there is a correction. */
  corrected?: string[]
  /** What can be done about it with a button, by label. */
  cures?: string[]
  /** The statement of the site that it is about. */
  rule?: NodeAddress
  /** The fact that is to be settled. */
  contradiction?: NodeAddress
  /** The deepest value or property at its line and column. */
  address?: NodeAddress
  /** The page that it is on. */
  route?: string
}

/** `GET facts` answers a list of them. */
export type { FactListing, FactReading } from '../report/list-facts.ts'

/** `GET quotes ?fact`: a sentence that prints a reading, by its name. */
export type FactQuotes = Record<string, { sentence: string; route: string }>

/**
 * `GET source?address=`: the text of a file with the edits, and where the value is in it. The
 * deepest value of the path that is written counts. `GET source-place?file=&line=&column=` answers
 * `{ address? }`, the other way round.
 */
export type SourceView = {
  file: string
  text: string
  /** Why the file cannot be read. */
  problems: SourceProblem[]
  /** In UTF-16 code units. */
  start?: number
  end?: number
}

/** A mistake that keeps a file from being read. Line and column begin with 1. */
export type SourceProblem = { line: number; column: number; message: string; fix: string }

/** `GET redirects`: every address that leads to a page, in the order of the files. */
export type RedirectItem = {
  from: string
  /** Undefined if the address answers 410: the page is gone for good. */
  to?: string
  /**
   * An alias of a page, an address that leads to another site, an alias of a page that is not
   * published yet, or an address of a page whose days are over.
   */
  kind: 'alias' | 'redirect' | HiddenReason
  file: string
  /** For an alias that can be edited, because its page is an entry of a file. */
  address?: NodeAddress
}

/** `GET choices`: what fields offer. */
export type Choices = {
  /** Pages and their anchors, as links. @property name the short name of a page */
  links: { href: string; label: string; name?: string }[]
  /** The menus of the header that list links, by label, with their indexes. */
  menus: { index: number; label: string }[]
  pictures: string[]
  /** Other published files. */
  files: string[]
  icons: string[]
}

/** `GET blocks`: the palette. */
export type BlockChoice = {
  type: string
  group: BlockGroup
  description: string
  /** Values to insert, the best one first, and the frames that show them. */
  examples: { name: string; value: JsonValue; previewUrl: string }[]
}
