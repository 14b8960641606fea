import type { MergedSite, RawPage } from '../../schema/merge-sources.ts'
import type { CompiledSet } from '../../schema/sets/compile-set.ts'
import { RowSource } from '../../schema/sets/expand-set.ts'
import { hashOf } from '../../schema/site-part.ts'
import type { BuildCache } from './build-cache.ts'
import { writeEntries } from './entries.ts'
import type { PartSource } from './read-parts.ts'
import { withoutPlaces } from './plan-pages.ts'

type SetCache = Pick<BuildCache, 'readPart' | 'entries'>

/**
 * The pages of sets, each set as if it were a file of the site: its entries are kept with those of files, and so is what was made
 * of them.
 */
export async function listSetParts({ pages }: MergedSite, cache: SetCache): Promise<PartSource[]> {
  const sets = new Map<CompiledSet, RawPage[]>()
  for (const page of pages.values()) {
    if (!(page.place.source instanceof RowSource)) continue
    const { set } = page.place.source
    const made = sets.get(set)
    if (made) made.push(page)
    else sets.set(set, [page])
  }
  return Promise.all([...sets].map(([set, made]) => toPart(set, made, cache)))
}

async function toPart({ place }: CompiledSet, pages: RawPage[], cache: SetCache): Promise<PartSource> {
  const { source, path } = place
  // No file has such a name.
  const file = `${source.file}\n${String(path.at(-1))}`
  const lines = pages.map(({ raw, facts, names }) => JSON.stringify({ raw, names, facts: facts && [...withoutPlaces(facts)].map(([name, fact]) => [name, { ...fact, readings: [...fact.readings] }]) }))
  const hash = hashOf(lines.join('\n'))
  writeEntries(cache.entries, hash, lines)
  const record = await cache.readPart(file)
  return {
    ...source,
    part: { file, path: '', hash, value: null, possibleNames: [], problems: [], pages: pages.map(({ route }, index) => [route, hashOf(lines[index]!)]), pictures: [] },
    records: record?.pages ?? {},
    isNew: record?.part.hash !== hash,
  }
}
