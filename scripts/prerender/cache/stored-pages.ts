import type { PageRecord } from './records.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'
import type { SourceSummary } from '../../../schema/source/source-summary.ts'
import type { PageLoad } from '../budgets/page-weight.ts'

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
