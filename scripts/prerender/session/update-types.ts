import type { Bundle } from '../bundle/bundle-types.ts'
import type { PageRecord } from '../cache/records.ts'
import type { IncrementalRecords } from '../cache/save-records.ts'
import type { MadePages } from '../make/made-pages.ts'
import type { SpecialPages } from '../make/make-special-pages.ts'
import type { OutputWriter } from '../output/output-writer.ts'
import type { SiteOutput } from '../output/site-output.ts'
import type { FileStates } from '../read/file-states.ts'
import type { SiteInput } from '../read/site-input.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'
import type { SiteEdition } from '../../../schema/site-edition.ts'
import type { HostName } from '../hosts/host-names.ts'
import type { Session } from './session.ts'
import type { Workspace } from './workspace.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import type { PageWeight } from '../budgets/page-weight.ts'

export type BuildOptions = {
  /** The site's folder. */
  site: string
  /** The output folder, which is replaced. */
  out: string
  edition?: SiteEdition
  /** Replaces the site's own hosts. */
  hosts?: HostName[]
  /** Prints figures about the output. */
  isVerbose?: boolean
}

/**
 * A published update. @property written paths of the files that changed. @property bytes of all
 * files.
 */
export type Update = {
  problems: Problem[]
  pageCount: number
  written: string[]
  bytes: number
  imagesCreated: number
  weights: PageWeight[]
  /** The moment that was built, for people, if anything on the site has days. */
  moment?: string
}

/** The result of an update. Only the first kind has changed the output. */
export type UpdateOutcome =
  | { status: 'updated'; update: Update }
  | { status: 'failed'; problems: Problem[] | string }
  | { status: 'interrupted' }

export type UpdaterOptions = Pick<BuildOptions, 'site' | 'edition' | 'hosts'> & {
  session: Session
  workspace: Workspace
  pool: WorkerPool
  /** Stat info of the files that the session reads, when it records any. */
  getFileStates?: () => FileStates | undefined
  /** Whether the process keeps running, and updates the output file by file. */
  stays?: boolean
  onProgress?: (done: number, all: number) => void
  /** The source of the pages, if they are not rendered here. */
  source?: PageSource
}

/** Finished pages that are not rendered here: the shards of a site. */
export type PageSource = {
  /** @returns why the pages do not fit the site, or undefined. */
  check(input: SiteInput): Promise<string | undefined>
  /** Copies the pages' files into a folder. @returns the pages by route, or why they do not fit. */
  copyPages(input: SiteInput, files: SiteOutput, folder: string): Map<string, PageRecord> | string
}

export type UpdateHooks = {
  /** The changed pages are in the output; the checks across pages follow. */
  onPreview?(written: string[]): void
  /** Whether another change is waiting, which makes the rest of this update useless. */
  isInterrupted?(): boolean
}

/** Pages of an update, before they are checked together. */
export type UpdatedPages = {
  input: SiteInput
  made: MadePages
  special: SpecialPages
  files: SiteOutput
  writer: OutputWriter
  /** Left out when an error has been found. */
  bundle: Bundle | undefined
  early: IncrementalRecords | undefined
  fileStates: ReturnType<FileStates['toRecords']> | undefined
}
