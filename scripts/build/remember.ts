import { limitOf, type Likeness } from '../../schema/rules/likeness.ts'
import type { SharedSite } from '../../schema/resolve-site.ts'
import { hashOf, type SitePart } from '../../schema/site-part.ts'
import type { Alike, BuildCache, PageRecord } from './build-cache.ts'
import type { MadeSite } from './make-site.ts'
import type { PartSource } from './read-parts.ts'
import type { SiteOutput } from './site-output.ts'
import type { SourceRecords } from './source-states.ts'

/** What a build of a whole site leaves for the next one. @property last which pages said the same before. */
export type Remembered = Compared & { cache: BuildCache; files: SiteOutput; sources?: SourceRecords; early?: EarlyRecords }

export async function remember({ cache, files, sources, early, ...compared }: Remembered): Promise<void> {
  await rememberParts(cache, compared.parts, compared.made, early)
  await rememberAlike(cache, compared)
  await cache.writeFiles(files.files)
  if (sources) await cache.writeSources(sources)
}

/**
 * Writes what is known of files while the pages of others are made: of files of which nothing was known, so that nothing is lost
 * where the build fails. A page is never taken for made because of its record alone, but where its files are in the output as well.
 */
export class EarlyRecords {
  readonly #cache: BuildCache
  readonly #new: Map<string, SitePart>
  readonly #written = new Map<SitePart, Promise<void>>()

  constructor(cache: BuildCache, parts: PartSource[]) {
    this.#cache = cache
    this.#new = new Map(parts.flatMap(({ part, pages, records }) => (pages.length > 0 && Object.keys(records).length === 0 ? [[part.file, part]] : [])))
  }

  write(file: string, recordsOf: MadeSite['recordsOf']): void {
    const part = this.#new.get(file)
    if (!part) return
    const writing = this.#cache.writePart({ part, pages: recordsOf(part) })
    // Told when it is asked for.
    writing.catch(() => {})
    this.#written.set(part, writing)
  }

  /** @throws what went wrong while they were written. */
  async settle(): Promise<Set<SitePart>> {
    await Promise.all(this.#written.values())
    return new Set(this.#written.keys())
  }
}

/** Leaves for the next build what this one knows of each file and its pages. */
export async function rememberParts(cache: BuildCache, parts: PartSource[], made: MadeSite, early?: EarlyRecords): Promise<void> {
  const written = await early?.settle()
  for (const { part, pages, records, isNew } of parts) {
    if (written?.has(part)) continue
    // A file of which nothing has changed is known as it is.
    const isKnown = pages.length === Object.keys(records).length && pages.every(([route]) => !made.changed.has(route) && Object.hasOwn(records, route))
    if (isNew || !isKnown) await cache.writePart({ part, pages: made.recordsOf(part) })
  }
  await cache.prune(parts.map(({ part }) => part))
}

type Compared = { parts: PartSource[]; shared: SharedSite; made: MadeSite; alike: Likeness[]; last?: Alike }

/** Leaves for the next build which pages say the same. */
async function rememberAlike(cache: BuildCache, { parts, shared, made, alike, last }: Compared): Promise<void> {
  const id = nameState(parts.map(({ part }) => made.recordsOf(part)))
  if (id !== last?.id) await cache.writeAlike({ id, limit: limitOf(shared.merged), pairs: toPairs(alike) })
}

export const toPairs = (alike: Likeness[]): Alike['pairs'] => alike.map(({ page, other, share }) => [page.route, other.route, share])

/** What is known of all pages, in one hash. */
export const nameState = (records: Record<string, PageRecord>[]) => hashOf(records.flatMap((pages) => Object.entries(pages).map(([route, { key }]) => `${route} ${key}`)).join('\n'))
