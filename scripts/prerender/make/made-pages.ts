import type { PictureFile } from '../../../schema/page-data.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import type { SourceSummary } from '../../../schema/source/source-summary.ts'
import type { PageShareCard } from '../../images/site-images.ts'
import type { PageDocument } from '../documents/read-document.ts'
import type { PageRecord } from '../cache/records.ts'
import type { PageWeight } from '../budgets/page-weight.ts'

/** All pages of an update: those made now, and those kept from earlier. */
export type MadePages = {
  problems: Problem[]
  /** Every page, in the site's order. */
  pages: PageSummary[]
  shareCards: PageShareCard[]
  pictures: PictureFile[]
  weights: PageWeight[]
  /** Paths of files that stay in the output, and of files that were written. */
  kept: string[]
  written: string[]
  /** The size of all these files. */
  bytes: number
  /** Routes of the pages that were made now. */
  changedRoutes: Set<string>
  /** Whether all planned pages were made: see `isInterrupted`. */
  isComplete: boolean
  records: Map<string, PageRecord>
  /** By route, if they are read. */
  documents: Map<string, PageDocument>
  /** The records to cache for a source. */
  recordsOf(source: SourceSummary): Record<string, PageRecord>
}
