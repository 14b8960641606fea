import type { MergedSite, RawPage } from '../../../schema/resolve/merge-sources.ts'
import type { CompiledSet } from '../../../schema/sets/compile-set.ts'
import { RowSource } from '../../../schema/sets/expand-set.ts'
import { shortHash } from '../../../schema/source/source-summary.ts'
import type { SourceRecord } from '../cache/build-cache.ts'
import { writeSetEntries } from './set-entries.ts'
import type { LoadedSource } from './read-sources.ts'
import { withoutLocations } from '../make/plan-pages.ts'

/** Where the entries of sets are kept, and what is known of a set from an earlier build. */
export type SetCache = {
  setEntries: string
  readSource(file: string): Promise<SourceRecord | undefined>
}

/**
 * The pages of sets that are made here, each set as if it were a file of the site: its entries are kept with those of files, and so is
 * what was made of them.
 * @param own left out when all pages are made here.
 */
export async function listSetSources(
  { pages }: MergedSite,
  known: SetCache,
  own?: Set<string>,
): Promise<LoadedSource[]> {
  const sets = new Map<CompiledSet, RawPage[]>()
  for (const page of pages.values()) {
    if (!(page.location.source instanceof RowSource) || own?.has(page.route) === false) continue
    const { set } = page.location.source
    const made = sets.get(set)
    if (made) made.push(page)
    else sets.set(set, [page])
  }
  return Promise.all([...sets].map(([set, made]) => toSetSource(set, made, known)))
}

async function toSetSource(
  { location }: CompiledSet,
  pages: RawPage[],
  known: SetCache,
): Promise<LoadedSource> {
  const { source, path } = location
  // No file has such a name.
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
  const ofPages = pages.map(({ route }, index): [string, string] => [
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
      pages: ofPages,
      pictures: [],
    },
    pages: ofPages,
    records: record?.pages ?? {},
    isNew: record?.summary.hash !== hash,
  }
}
