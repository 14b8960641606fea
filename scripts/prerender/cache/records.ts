import { type SourceSummary } from '../../../schema/source/source-summary.ts'
import type { KnownSimilarity } from '../../../schema/rules/similarity.ts'
import type { MadePage } from '../make/page-types.ts'
import type { PageLoad } from '../budgets/page-weight.ts'
import type { WrittenFile } from '../output/output-file.ts'

/** What was known of a page when it was made: it is made again when any of this is different. @typeParam Load see `stored-pages.ts`. */
export type PageRecord<Load = PageLoad> = {
  /** A hash of the entry and of all that the page takes from others, but for its facts. */
  key: string
  /** Each fact that its texts ask for, with a hash of what the ledger says. */
  facts: Record<string, string>
  result: MadePage<Load>
}

/** A file of the site as it was read, with the pages that were made of it. */
export type SourceRecord = { summary: SourceSummary; pages: Record<string, PageRecord> }

/** The files of the output that are no pages: path → a hash of what they were made of. */
export type OutputFileRecords = Record<string, { key: string; written: WrittenFile }>

/** The pairs of pages that say the same, of a build whose pages are all kept in the parts; `id` names that state of them. */
export type SimilarityRecord = { id: string } & Pick<KnownSimilarity, 'limit' | 'pairs'>
