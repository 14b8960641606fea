import { limitOf, type Likeness } from '../../schema/rules/likeness.ts'
import type { SharedSite } from '../../schema/resolve-site.ts'
import { hashOf } from '../../schema/site-part.ts'
import type { Alike, BuildCache, PageRecord } from './build-cache.ts'
import type { MadeSite } from './make-site.ts'
import type { PartSource } from './read-parts.ts'

/** Leaves for the next build what this one knows of each file and its pages. */
export async function rememberParts(cache: BuildCache, parts: PartSource[], made: MadeSite): Promise<void> {
  for (const { part, pages, records, isNew } of parts) {
    // A file of which nothing has changed is known as it is.
    const isKnown = pages.length === Object.keys(records).length && pages.every(([route]) => !made.changed.has(route) && Object.hasOwn(records, route))
    if (isNew || !isKnown) await cache.writePart({ part, pages: made.recordsOf(part) })
  }
  await cache.prune(parts.map(({ part }) => part))
}

type Compared = { parts: PartSource[]; shared: SharedSite; made: MadeSite; alike: Likeness[]; last: Alike | undefined }

/** Leaves for the next build which pages say the same. */
export async function rememberAlike(cache: BuildCache, { parts, shared, made, alike, last }: Compared): Promise<void> {
  const id = nameState(parts.map(({ part }) => made.recordsOf(part)))
  if (id !== last?.id) await cache.writeAlike({ id, limit: limitOf(shared.merged), pairs: alike.map(({ page, other, share }) => [page.route, other.route, share]) })
}

/** What is known of all pages, in one hash. */
export const nameState = (records: Record<string, PageRecord>[]) => hashOf(records.flatMap((pages) => Object.entries(pages).map(([route, { key }]) => `${route} ${key}`)).join('\n'))
