import type { MergedSite, RawPage } from '../../../schema/resolve/merge-sources.ts'
import type { CompiledSet } from '../../../schema/sets/compile-set.ts'
import { RowSource } from '../../../schema/sets/row-source.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import { writeSetEntries } from './set-entries.ts'
import type { LoadedSource } from './loaded-source.ts'
import { withoutLocations } from '../make/plan-pages.ts'
import type { SetCache } from './site-input.ts'

/**
 * Represents each set as a source file, so that its entries and records are cached like those of
 * files.
 * @param shardRoutes The pages to include; all if omitted.
 */
export async function listSetSources(
  { pages }: MergedSite,
  known: SetCache,
  shardRoutes?: Set<string>,
): Promise<LoadedSource[]> {
  const sets = new Map<CompiledSet, RawPage[]>()
  for (const page of pages.values()) {
    if (!(page.location.source instanceof RowSource)) continue
    if (shardRoutes?.has(page.route) === false) continue
    const { set } = page.location.source
    const setPages = sets.get(set)
    if (setPages) setPages.push(page)
    else sets.set(set, [page])
  }
  return Promise.all([...sets].map(([set, setPages]) => toSetSource(set, setPages, known)))
}

async function toSetSource(
  { location }: CompiledSet,
  pages: RawPage[],
  known: SetCache,
): Promise<LoadedSource> {
  const { source, path } = location
  // Cannot be the name of a file, because it contains a line feed.
  const file = `${source.file}\n${String(path.at(-1))}`
  const lines = pages.map(({ raw, facts, routeValues }) =>
    JSON.stringify({
      raw,
      names: routeValues,
      facts:
        facts &&
        [...withoutLocations(facts)].map(([name, fact]) => [
          name,
          { ...fact, readings: [...fact.readings] },
        ]),
    }),
  )
  const hash = shortHash(lines.join('\n'))
  writeSetEntries(known.setEntries, hash, lines)
  const record = await known.readSource(file)
  const pageHashes = pages.map(({ route }, index): [string, string] => [
    route,
    shortHash(lines[index]!),
  ])
  return {
    ...source,
    summary: {
      file,
      path: '',
      hash,
      value: null,
      possibleNames: [],
      problems: [],
      pages: pageHashes,
      pictures: [],
    },
    pages: pageHashes,
    records: record?.pages ?? {},
    isNew: record?.summary.hash !== hash,
  }
}
