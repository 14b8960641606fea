import { filterPageByMoment } from '../../../schema/days/filter-page.ts'
import type { SiteInput } from '../read/site-input.ts'
import { toLoadedSource } from '../read/read-sources.ts'
import type { LoadedSource } from '../read/loaded-source.ts'
import type { BodyEdits } from './find-body-edits.ts'

/** The same site with the bodies of some pages replaced. Everything else stays the same object. */
export function applyBodyEdits(last: SiteInput, { files }: BodyEdits): SiteInput {
  const summaries = new Map(files.map(({ summary }) => [summary.path, summary]))
  const replaced = new Map<LoadedSource, LoadedSource>()
  for (const source of last.sources) {
    const summary = summaries.get(source.summary.path)
    if (summary && summary.hash !== source.summary.hash)
      replaced.set(source, toLoadedSource(summary, source.records, true))
  }
  const pages = new Map(last.shared.merged.pages)
  for (const source of replaced.values()) {
    for (const [route] of source.pages) {
      const page = pages.get(route)
      if (!page) continue
      // If a route is defined twice, the first definition counts.
      if (page.location.source.file !== source.file) continue
      const { pages: entries } = source.value as { pages: Record<string, typeof page.raw> }
      const written = { ...page, raw: entries[route]! }
      const { raw } = filterPageByMoment(written, last.shared.context.moment).page
      pages.set(route, { ...page, raw, location: { ...page.location, source } })
    }
  }
  const current = (source: LoadedSource) => replaced.get(source) ?? source
  const main = current(last.sources[0]!)
  return {
    ...last,
    sources: last.sources.map(current),
    shared: { ...last.shared, merged: { ...last.shared.merged, pages, main } },
    problems: [...last.problems],
  }
}
