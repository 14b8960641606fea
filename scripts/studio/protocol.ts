/**
 * What the studio's page and the development server say to each other: JSON, under
 * `/__studio/api/`. Types only, so that the page bundles nothing of the server.
 */

import type { HiddenReason } from '../../schema/resolve/filter-by-moment.ts'
import type { DiffPart } from '../report/diff-texts.ts'
import type { DraftState } from '../edit/draft/draft-state.ts'
import type { SetOfPage } from '../edit/describe/describe-set.ts'
import type { SourceProblem } from '../edit/describe/source-view.ts'
import type { FailureCode } from '../edit/request-failure.ts'
import type { FileOperation, JsonValue } from '../edit/yaml-operations.ts'
import type { NodeAddress } from '../edit/source-address.ts'

/** `POST undo` and `POST redo`: refused as `stale` if another step than this one would be next. */
export type NextStep = { label: string }

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
  restore?: FileOperation
  losesLater?: true
}

/** `POST recovered` */
export type RecoveredChoice = { action: 'restore' | 'discard' }

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

/** `GET links?route=`: pages that link to a page, and whether the header or the footer does. */
export type PageLinks = { pages: string[]; isShared: boolean }

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
    code: FailureCode
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

/** `GET facts` answers a list of them. */
export type { FactListing, FactReading } from '../report/list-facts.ts'

/** `GET quotes ?fact`: a sentence that prints a reading, by its name. */
export type FactQuotes = Record<string, { sentence: string; route: string }>

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

export type {
  EditRequest,
  WindowEdit,
  DraftState,
  DraftConflict,
} from '../edit/draft/draft-state.ts'
export type { ListedProblem, ProblemList } from '../edit/describe/problem-list.ts'
export type { CommentItem, NewComment } from '../edit/pages/page-comments.ts'
export type { CopiedName, PageAction } from '../edit/pages/page-action.ts'
export type { RedirectAction } from '../edit/pages/plan-redirect.ts'
export type { TableItem, RowTable, TableRow, RowEdit } from '../edit/describe/describe-rows.ts'
export type { SetOfPage, RowCell } from '../edit/describe/describe-set.ts'
export type { PageListChanges, PageItem } from '../edit/describe/list-page-items.ts'
export type { Choices, BlockChoice } from '../edit/describe/list-choices.ts'
export type { SourceView, SourceProblem } from '../edit/describe/source-view.ts'
