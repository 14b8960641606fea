import { limitOf, type Likeness } from '../../schema/rules/likeness.ts'
import type { SharedSite } from '../../schema/resolve-site.ts'
import { hashOf, type SitePart } from '../../schema/site-part.ts'
import type { Alike, BuildCache, PageRecord } from './build-cache.ts'
import type { MadeSite } from './make-site.ts'
import type { PartSource } from './read-parts.ts'
import type { SiteOutput } from './site-output.ts'
import type { SourceRecords } from './source-states.ts'

/** What a build of a whole site leaves for the next one. @property last which pages said the same before. */
export type Remembered = Compared & {
  cache: BuildCache
  files: SiteOutput
  sources?: SourceRecords
  early?: EarlyRecords
}

export async function remember({
  cache,
  files,
  sources,
  early,
  ...compared
}: Remembered): Promise<void> {
  await rememberParts(cache, compared.parts, compared.made, early)
  rememberAlike(cache, compared)
  cache.writeFiles(files.files)
  if (sources) cache.writeSources(sources)
}

/**
 * Writes what is known of files while the pages of others are made: of files of which nothing was known, so that nothing is lost
 * where the build fails. A page is never taken for made because of its record alone, but where its files are in the output as well.
 */
export class EarlyRecords {
  readonly #cache: BuildCache
  readonly #new: Map<string, SitePart>
  readonly #written = new Set<SitePart>()

  constructor(cache: BuildCache, parts: PartSource[]) {
    this.#cache = cache
    this.#new = new Map(
      parts.flatMap(({ part, pages, records }) =>
        pages.length > 0 && Object.keys(records).length === 0 ? [[part.file, part]] : [],
      ),
    )
  }

  write(file: string, recordsOf: MadeSite['recordsOf']): void {
    const part = this.#new.get(file)
    if (!part) return
    this.#cache.writePart({ part, pages: recordsOf(part) })
    this.#written.add(part)
  }

  has(part: SitePart): boolean {
    return this.#written.has(part)
  }
}

/** Leaves for the next build what this one knows of each file and its pages. */
export async function rememberParts(
  cache: BuildCache,
  parts: PartSource[],
  made: MadeSite,
  early?: EarlyRecords,
): Promise<void> {
  for (const { part, pages, records, isNew } of parts) {
    if (early?.has(part)) continue
    // A file of which nothing has changed is known as it is.
    const isKnown =
      pages.length === Object.keys(records).length &&
      pages.every(([route]) => !made.changed.has(route) && Object.hasOwn(records, route))
    if (isNew || !isKnown) cache.writePart({ part, pages: made.recordsOf(part) })
  }
  await cache.prune(parts.map(({ part }) => part))
}

type Compared = {
  parts: PartSource[]
  shared: SharedSite
  made: MadeSite
  alike: Likeness[]
  last?: Alike
}

/** Leaves for the next build which pages say the same. */
function rememberAlike(cache: BuildCache, { parts, shared, made, alike, last }: Compared): void {
  const id = nameState(parts.map(({ part }) => made.recordsOf(part)))
  if (id !== last?.id)
    cache.writeAlike({ id, limit: limitOf(shared.merged), pairs: toPairs(alike) })
}

export const toPairs = (alike: Likeness[]): Alike['pairs'] =>
  alike.map(({ page, other, share }) => [page.route, other.route, share])

/** What is known of all pages, in one hash. */
export const nameState = (records: Record<string, PageRecord>[]) =>
  hashOf(
    records
      .flatMap((pages) => Object.entries(pages).map(([route, { key }]) => `${route} ${key}`))
      .join('\n'),
  )
