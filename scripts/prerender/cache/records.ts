import type { MadePage } from '../make/page-types.ts'
import type { PageLoad } from '../budgets/page-weight.ts'
import type { WrittenFile } from '../output/output-file.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import type { KnownSimilarity } from '../../../schema/rules/types.ts'

/**
 * Everything that a page's output depends on. The page is rebuilt when any of it changes.
 * @typeParam Load see `stored-pages.ts`.
 */
export type PageRecord<Load = PageLoad> = {
  /** A hash of the entry, the settings and what the page takes from other pages. */
  key: string
  /** The facts that its text cites, each with a hash of its ledger entry. */
  facts: Record<string, string>
  /** The page's warnings, to report them again while its file is unchanged. Left out if none. */
  problems?: Problem[]
  result: MadePage<Load>
}

/** Output files that are not pages, by path. */
export type OutputFileRecords = Record<string, OutputFileRecord>

/**
 * @property key a hash of the content, or of the stats of the copied file
 * @property inputsHash a hash of everything that a drawn file depends on
 */
export type OutputFileRecord = { key: string; inputsHash?: string; written: WrittenFile }

/** Pairs of similar pages. @property id a hash of all page records that they were found among. */
export type SimilarityRecord = { id: string } & Pick<KnownSimilarity, 'limit' | 'pairs'>
