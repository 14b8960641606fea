import type { PageSeal } from '../../resolved-values.ts'
import type { PageKind } from '../../types.gen.ts'
import { shortHash } from '../../util/short-hash.ts'

/** Pages of one kind are one family of seals. */
const families: Record<PageKind, Omit<PageSeal, 'seed'>> = {
  home: { outer: 'braid', waves: 8, inner: 'net' },
  info: { outer: 'ribbon', waves: 6, inner: 'net' },
  booking: { outer: 'ribbon', waves: 10, inner: 'net' },
  service: { outer: 'braid', waves: 7, inner: 'net' },
  document: { outer: 'braid', waves: 4, inner: 'braid' },
  location: { outer: 'braid', waves: 5, inner: 'ribbon' },
  resource: { outer: 'net', waves: 7, inner: 'ribbon' },
  article: { outer: 'net', waves: 3, inner: 'ribbon' },
  legal: { outer: 'net', waves: 4, inner: 'net' },
  'near-me': { outer: 'braid', waves: 6, inner: 'net' },
  landing: { outer: 'ribbon', waves: 8, inner: 'net' },
  ppc: { outer: 'braid', waves: 10, inner: 'ribbon' },
}

/**
 * Seals belong to the default decoration.
 * @param site its settings or its data, where the default decoration is left out.
 */
export const hasSeals = ({ theme }: { theme?: { decoration?: string } }): boolean =>
  (theme?.decoration ?? 'rosette') === 'rosette'

/** How many seals a family has. Two pages of one kind seldom have the same one. */
const seedCount = 320

/**
 * Describes the seal of a page by the family of its kind, and a number that tells its route from
 * others. See blocks/shared/seal/draw-seal.ts.
 */
export const getPageSeal = (kind: string, route: string): PageSeal => ({
  ...(families[kind as PageKind] ?? families.info),
  seed: Buffer.from(shortHash(route), 'base64url').readUInt32BE() % seedCount,
})
