import type { PageRecord } from './build-cache.ts'
import type { PageLoad } from './weigh-page.ts'

/** Records of pages as they are written to disk: what most of them load is written once, and each page names its place in the list. */
export type StoredPages = { loads: PageLoad[]; pages: Record<string, PageRecord<number>> }

export function toStored(pages: Record<string, PageRecord>): StoredPages {
  const places = new Map<PageLoad, number>()
  const stored = Object.entries(pages).map(([route, { key, facts, made }]): [string, PageRecord<number>] => {
    const { output, ...rest } = made
    if (!output) return [route, { key, facts, made: rest }]
    const { files, weight: { html, load } } = output
    if (!places.has(load)) places.set(load, places.size)
    return [route, { key, facts, made: { ...rest, output: { files, weight: { html, load: places.get(load)! } } } }]
  })
  return { loads: [...places.keys()], pages: Object.fromEntries(stored) }
}

/** @param stored is used up: ten thousand records are not copied. */
export function fromStored({ loads, pages }: StoredPages): Record<string, PageRecord> {
  for (const { made: { output } } of Object.values(pages)) {
    if (output) (output.weight as { load: PageLoad | number }).load = loads[output.weight.load]!
  }
  return pages as unknown as Record<string, PageRecord>
}
