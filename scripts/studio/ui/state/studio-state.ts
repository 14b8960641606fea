import type { ReactNode } from 'react'
import type { Schema } from '../../../../schema/validate/json-schema.ts'
import type { BlockChoice, Choices } from '../../../edit/describe/list-choices.ts'
import type { CommentItem } from '../../../edit/pages/page-comments.ts'
import type { DraftState } from '../../../edit/draft/draft-state.ts'
import type { FactListing } from '../../../report/list-facts.ts'
import type { NodeDetails } from '../../describe/describe-node.ts'
import type { PageList } from '../../../edit/describe/list-page-items.ts'
import type { PageOutline } from '../../describe/outline-page.ts'
import type { ProblemList } from '../../../edit/describe/problem-list.ts'
import type { SessionInfo } from '../../server/studio.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import type { ValuePlace } from '../../../edit/source-address.ts'
import type { OpenSet } from '../form/set-edits.ts'

/** Everything that the studio shows. */
export type StudioState = {
  session: SessionInfo
  schema: Schema
  choices: Choices
  facts: FactListing[]
  comments: CommentItem[]
  blocks: BlockChoice[]
  pageList: Required<PageList>
  problems: ProblemList
  draft: DraftState
  /** The page that is edited. */
  open?: OpenPage
  selection: Selection
  /** Whether a figure is being typed: $4 and $40 on the way to $400 are not shown as prices. */
  isFigureTyped?: boolean
  notice?: Notice
  /** Why the server cannot be reached now, in words. */
  lost?: { message: string; isRestarted: boolean }
  /** The open dialogs, the uppermost last. */
  dialogs: OpenDialog[]
}

export type OpenDialog =
  | {
      name: 'save' | 'publish' | 'palette' | 'facts' | 'find' | 'keys' | 'media' | 'redirects'
    }
  | ({ name: 'rows' } & RowsTarget)
  | ({ name: 'new-fact' } & TypedFigure)
  /** What a button asks. */
  | { name: 'form'; title: string; content: ReactNode }

/** A price or another figure that is typed into a text, and is to be a fact. */
export type TypedFigure = { figure?: string; onAdded?: (name: string) => void }

/** A table to be shown; by default, that of the open page. @property cell which gets the focus */
export type RowsTarget = { table?: ValuePlace; cell?: Path }

/**
 * The page that is shown, and what of it is edited, with edits that the server has not answered
 * yet.
 * @property page the page as it is written
 * @property entry what the form is about: the page, or what other pages share, such as a fact
 * @property set where a page of a set takes its values from; `page` has them as the form shows them
 */
export type OpenPage = {
  route: string
  outline: PageOutline
  page: NodeDetails
  entry: NodeDetails
  set?: OpenSet
  /** The page that this one translates, as written. */
  original?: NodeDetails
}

/** Whether the form is about the page, and not about something that pages share. */
export const isPageOpen = ({ page, entry }: OpenPage): boolean => page === entry

/**
 * What is selected: a path within the entry.
 * @property source where it was selected; every other part of the screen follows
 * @property serial distinguishes two selections of the same path
 */
export type Selection = { path: Path; source: SelectionSource; serial: number }

export type SelectionSource =
  | 'pages'
  | 'outline'
  | 'preview'
  | 'form'
  | 'problems'
  | 'edit'
  | 'yaml'

export type Notice = { text: string; tone: 'info' | 'error'; serial: number }
