import type { MergedSite, RawPage } from '../../../schema/resolve/merge-sources.ts'
import type { CompiledSet } from '../../../schema/sets/compile-set.ts'
import { RowSource } from '../../../schema/sets/row-source.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import { withoutLocations } from '../make/plan-pages.ts'
import type { PageEntry } from '../make/page-types.ts'
import type { KnownSources, SiteSource } from './site-source.ts'

/** Represents each set as a source file, so that its records are cached like those of files. */
export async function listSetSources(
  { pages }: MergedSite,
  known: KnownSources,
): Promise<SiteSource[]> {
  const sets = new Map<CompiledSet, RawPage[]>()
  for (const page of pages.values()) {
    if (!(page.location.source instanceof RowSource)) continue
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
  known: KnownSources,
): Promise<SiteSource> {
  const { source, path } = location
  // Cannot be the name of a file, because it contains a line feed.
  const file = `${source.file}\n${String(path.at(-1))}`
  const entries = pages.map(
    ({ raw, facts, routeValues }): PageEntry => ({
      raw,
      routeValues,
      ...(facts && { facts: withoutLocations(facts) }),
    }),
  )
  const hashes = entries.map(hashEntry)
  const hash = shortHash(hashes.join('\n'))
  const record = await known.readSource(file)
  return {
    ...source,
    summary: {
      file,
      path: '',
      hash,
      value: null,
      possibleNames: [],
      problems: [],
      pages: pages.map(({ route }, index) => [route, hashes[index]!]),
      pictures: [],
    },
    records: record?.records ?? {},
    isNew: record?.summary.hash !== hash || ('isNew' in record && record.isNew),
    entries,
  }
}

const hashEntry = (entry: PageEntry): string =>
  shortHash(JSON.stringify(entry, (_, value) => (value instanceof Map ? [...value] : value)))
