import type { MadePage } from '../make/page-types.ts'
import type { PageLoad } from '../budgets/page-weight.ts'
import type { WrittenFile } from '../output/output-file.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import type { KnownSimilarity } from '../../../schema/rules/types.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'
import type { SourceSummary } from '../../../schema/source/source-summary.ts'

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

/**
 * Page records as written to disk: equal loads are written once, and each page has the index of its
 * own.
 */
export type StoredPages = { loads: PageLoad[]; pages: Record<string, PageRecord<number>> }

/** A source as written to disk, with the records of its pages. */
export type StoredSource = { summary: SourceSummary; stored: StoredPages }

const serializeLoad = memoizeByObject((load: PageLoad) => JSON.stringify(load))

export function toStoredPages(pages: Record<string, PageRecord>): StoredPages {
  const indexes = new Map<string, number>()
  const loads: PageLoad[] = []
  const stored = Object.entries(pages).map(
    ([route, { result, ...page }]): [string, PageRecord<number>] => {
      const { output, ...rest } = result
      if (!output) return [route, { ...page, result: rest }]
      const {
        files,
        weight: { html, load },
      } = output
      const index = indexes.get(serializeLoad(load)) ?? loads.push(load) - 1
      indexes.set(serializeLoad(load), index)
      return [
        route,
        { ...page, result: { ...rest, output: { files, weight: { html, load: index } } } },
      ]
    },
  )
  return { loads, pages: Object.fromEntries(stored) }
}

/** Restores page records in place. @throws Error when they are damaged. */
export function fromStoredPages({ loads, pages }: StoredPages): Record<string, PageRecord> {
  for (const {
    result: { output },
  } of Object.values(pages)) {
    if (!output) continue
    const load = loads[output.weight.load]
    if (!load) throw new Error('A page record has an unknown load.')
    ;(output.weight as { load: PageLoad | number }).load = load
  }
  return pages as unknown as Record<string, PageRecord>
}
