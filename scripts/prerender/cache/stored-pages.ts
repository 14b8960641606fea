import type { PageRecord } from './records.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'
import type { SourceSummary } from '../../../schema/source/source-summary.ts'
import type { PageLoad } from '../budgets/page-weight.ts'

/** Records of pages as they are written to disk: what most of them load is written once, and each page names its place in the list. */
export type StoredPages = { loads: PageLoad[]; pages: Record<string, PageRecord<number>> }

/** A file of the site, or a set, as it is written to disk with those of its pages that were made. */
export type StoredSource = { summary: SourceSummary; stored: StoredPages }

/** Equal ones are one, wherever they come from. */
export const serializeLoad = memoizeByObject((load: PageLoad) => JSON.stringify(load))

export function toStoredPages(pages: Record<string, PageRecord>): StoredPages {
  const places = new Map<string, number>()
  const loads: PageLoad[] = []
  const stored = Object.entries(pages).map(
    ([route, { key, facts, result }]): [string, PageRecord<number>] => {
      const { output, ...rest } = result
      if (!output) return [route, { key, facts, result: rest }]
      const {
        files,
        weight: { html, load },
      } = output
      const place = places.get(serializeLoad(load)) ?? loads.push(load) - 1
      places.set(serializeLoad(load), place)
      return [
        route,
        { key, facts, result: { ...rest, output: { files, weight: { html, load: place } } } },
      ]
    },
  )
  return { loads, pages: Object.fromEntries(stored) }
}

/** @param stored is used up: ten thousand records are not copied. @throws where it is not as it was written. */
export function fromStoredPages({ loads, pages }: StoredPages): Record<string, PageRecord> {
  for (const {
    result: { output },
  } of Object.values(pages)) {
    if (!output) continue
    const load = loads[output.weight.load]
    if (!load) throw new Error('A page is weighed by what is not there.')
    ;(output.weight as { load: PageLoad | number }).load = load
  }
  return pages as unknown as Record<string, PageRecord>
}
