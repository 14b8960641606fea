import type { PageSeal } from '../../resolved-values.ts'
import type { PageKind } from '../../types.gen.ts'
import { shortHash } from '../../util/short-hash.ts'

/** The seals of all pages of a kind look related. */
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
 * Whether pages have seals, which belong to the default decoration.
 * @param site the settings, or the site's data, which omits the default decoration
 */
export const hasSeals = ({ theme }: { theme?: { decoration?: string } }): boolean =>
  (theme?.decoration ?? 'rosette') === 'rosette'

/** The number of different seals of a kind. Two pages of one kind seldom have the same seal. */
const seedCount = 320

/**
 * Describes the seal of a page: the style of its kind, and a seed derived from its route. See
 * blocks/shared/seal/draw-seal.ts.
 */
export const getPageSeal = (kind: string, route: string): PageSeal => ({
  ...(families[kind as PageKind] ?? families.info),
  seed: Buffer.from(shortHash(route), 'base64url').readUInt32BE() % seedCount,
})
