import { locateChild, type SourceLocation } from '../../problems/location.ts'
import { listWrittenBlocks } from '../../merge/written-blocks.ts'
import type { Page } from '../../merge/merge-sources.ts'
import { findFreeName } from '../../util/find-free-name.ts'
import { slugify } from '../../util/slugify.ts'
import { resolveSchema } from '../../validate/walk-schema.ts'
import type { Findings } from '../text/findings.ts'
import type { PageContext } from './page-types.ts'

/** Ids of elements in the shell, which blocks cannot use. */
export const shellIds: readonly string[] = ['main', 'root', 'site-menu', 'announcer']
/** The shell ids that links may point to. */
export const shellAnchors: readonly string[] = shellIds.slice(0, 2)

/** Collects every id that the author sets on a page, at any depth. */
export function collectIds(value: unknown, ids = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) collectIds(item, ids)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === 'id' && typeof item === 'string') ids.add(item)
      else collectIds(item, ids)
    }
  }
  return ids
}

/** Derives a unique anchor from a text, adding a number if the name is taken. */
export function deriveAnchor(
  text: string,
  location: SourceLocation,
  { anchors }: Findings,
  isGiven: (id: string) => boolean,
): string | undefined {
  // An apostrophe divides words here, unlike in addresses: published anchors keep their names.
  const slug = slugify(text.replace(/['’‘]/g, ' '))
  if (slug === '') return undefined
  const isTaken = (id: string) =>
    shellIds.includes(id) || isGiven(id) || anchors.some(({ name }) => name === id)
  const name = findFreeName(slug, isTaken)
  anchors.push({ name, location })
  return name
}

/** Lists the ids of unknown blocks, so that one mistake does not cause many broken links. */
export function listUnknownBlockAnchors(
  raw: Page['raw'],
  page: SourceLocation,
  { schema }: PageContext,
): Findings['anchors'] {
  return listWrittenBlocks(raw, page).flatMap(({ block, location }) =>
    typeof block.id !== 'string' || resolveSchema(schema, 'block', block)
      ? []
      : [{ name: block.id, location: locateChild(location, 'id') }],
  )
}
