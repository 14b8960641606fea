/** What the server tells the studio's page about a site: part of `protocol.ts`. */
import type { BlockGroup } from '../../schema/block-types/block-groups.ts'
import type { PageStatus } from '../pages/list-pages.ts'
import type { Json, NodeAddress } from './node-address.ts'

/**
 * `GET pages?since=`: what has changed in the list of pages since a version of it.
 * @property pages those that differ from that version
 * @property routes of all pages in the order of the files, if that has changed
 */
export type PageListChanges = { version: number; pages: PageItem[]; routes?: string[] }

/** A page in the list. */
export type PageItem = {
  route: string
  title: string
  kind: string
  /** `listed`, `noindex`, `ppc` (not listed), `planned` (not written yet), or not shown. */
  status: PageStatus
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
  set?: SetOfPage
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
  override: NodeAddress & { value?: Json }
  overrides: number
  cells: RowCell[]
  facts: FactItem[]
}

/**
 * A cell of a row.
 * @property column the name that cites it: `town`, or `town.name` if the set has several tables
 * @property pages the number of pages that the row makes, those of other sets included
 * @property address where it is written, or would be; undefined if its file is edited by hand
 * @property isInRoute whether the addresses of pages are made of it, so that it is edited by hand
 */
export type RowCell = {
  column: string
  value?: Json
  file: string
  line: number
  pages: number
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
  value?: Json
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
  fix: string
  expected?: string
  suggestion?: string
  file: string
  line?: number
  column?: number
  /** The lines as they would be after `POST fixes`, if there is a correction. */
  corrected?: string[]
  /** The deepest value or property at its line and column. */
  address?: NodeAddress
  /** The page that it is on. */
  route?: string
}

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
  /** An alias of a page, or the address of a page whose days are over. */
  kind: 'alias' | 'ended'
  file: string
  /** For an alias that can be edited, because its page is an entry of a file. */
  address?: NodeAddress
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
  group: BlockGroup
  description: string
  /** Values to insert, the simplest first, and the frames that show them. */
  examples: { name: string; value: Json; previewUrl: string }[]
}
