import type { SourceLocation } from '../../source/types.ts'
import { locateChild } from '../../util/locate-child.ts'
import { listWrittenBlocks } from '../../util/written-blocks.ts'
import { resolveSchema } from '../../validate/schema-nodes.ts'
import type { RawPage } from '../merge-sources.ts'
import { shellIds } from '../shell-ids.ts'
import { slugify } from '../slugify.ts'
import type { Findings } from '../text/findings.ts'
import type { PageContext } from './page-types.ts'

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
  let name = slug
  for (let number = 2; isTaken(name); number++) name = `${slug}-${number}`
  anchors.push({ name, location })
  return name
}

/** Lists the ids of unknown blocks, so that one mistake does not cause many broken links. */
export function listUnknownBlockAnchors(
  raw: RawPage['raw'],
  page: SourceLocation,
  { schema }: PageContext,
): Findings['anchors'] {
  return listWrittenBlocks(raw, page).flatMap(({ block, location }) =>
    typeof block.id !== 'string' || resolveSchema(schema, { $ref: '#/$defs/block' }, block)
      ? []
      : [{ name: block.id, location: locateChild(location, 'id') }],
  )
}
