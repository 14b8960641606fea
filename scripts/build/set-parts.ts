import type { MergedSite, RawPage } from '../../schema/merge-sources.ts'
import type { CompiledSet } from '../../schema/sets/compile-set.ts'
import { RowSource } from '../../schema/sets/expand-set.ts'
import { hashOf } from '../../schema/site-part.ts'
import type { PartRecord } from './build-cache.ts'
import { writeEntries } from './entries.ts'
import type { PartSource } from './read-parts.ts'
import { withoutPlaces } from './plan-pages.ts'

/** Where the entries of sets are kept, and what is known of a set from an earlier build. */
export type KnownSets = { entries: string; readPart(file: string): Promise<PartRecord | undefined> }

/**
 * The pages of sets that are made here, each set as if it were a file of the site: its entries are kept with those of files, and so is
 * what was made of them.
 * @param own left out when all pages are made here.
 */
export async function listSetParts(
  { pages }: MergedSite,
  known: KnownSets,
  own?: Set<string>,
): Promise<PartSource[]> {
  const sets = new Map<CompiledSet, RawPage[]>()
  for (const page of pages.values()) {
    if (!(page.place.source instanceof RowSource) || own?.has(page.route) === false) continue
    const { set } = page.place.source
    const made = sets.get(set)
    if (made) made.push(page)
    else sets.set(set, [page])
  }
  return Promise.all([...sets].map(([set, made]) => toPart(set, made, known)))
}

async function toPart(
  { place }: CompiledSet,
  pages: RawPage[],
  known: KnownSets,
): Promise<PartSource> {
  const { source, path } = place
  // No file has such a name.
  const file = `${source.file}\n${String(path.at(-1))}`
  const lines = pages.map(({ raw, facts, names }) =>
    JSON.stringify({
      raw,
      names,
      facts:
        facts &&
        [...withoutPlaces(facts)].map(([name, fact]) => [
          name,
          { ...fact, readings: [...fact.readings] },
        ]),
    }),
  )
  const hash = hashOf(lines.join('\n'))
  writeEntries(known.entries, hash, lines)
  const record = await known.readPart(file)
  const ofPages = pages.map(({ route }, index): [string, string] => [route, hashOf(lines[index]!)])
  return {
    ...source,
    part: {
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
    isNew: record?.part.hash !== hash,
  }
}
