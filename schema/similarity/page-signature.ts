import type { MergedSite } from '../resolve/merge-sources.ts'
import type { ResolvedPage } from '../resolve/resolve-page.ts'
import { hashUniqueShingles, hashShingles } from './shingles.ts'
import { signatureLength, computeSignature } from './min-hash.ts'

/** Short pages share their few phrases by chance. */
const minShingles = 60

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const listNamesIn = (...groups: unknown[]) =>
  groups
    .flatMap((group) =>
      isRecord(group) ? [group.name, group.locality, group.county, group.region] : [],
    )
    .filter((name): name is string => typeof name === 'string')

/**
 * The names of places that are left aside on every page. A page of a set is compared by its own names alone, so that one row more
 * changes nothing for the others.
 */
export function listPlaceNames({ pages, settings }: MergedSite): string[] {
  const cities = [...pages.values()]
    .filter(({ routeValues }) => !routeValues)
    .map(({ raw }) => raw.city)
  const { ignore } = isRecord(settings.likeness) ? settings.likeness : {}
  const ignored = Array.isArray(ignore) ? ignore.filter((name) => typeof name === 'string') : []
  return [...new Set([...listNamesIn(...cities, settings.business), ...ignored])]
}

/** What a page is compared by. @param ownNames what tells it from others of its make. */
export const hashPageShingles = (
  page: ResolvedPage,
  placeNames: string[],
  ownNames?: string[],
): Uint32Array =>
  hashUniqueShingles(page.findings.texts, placeNames, listIgnoredNames(page, ownNames))

const listIgnoredNames = ({ meta }: ResolvedPage, ownNames: string[] = []) => [
  ...listNamesIn(meta.city),
  ...ownNames,
]

/** The signature of a page as text, for keeping; undefined for one that says too little to be compared. */
export function computePageSignature(
  page: ResolvedPage,
  placeNames: string[],
  ownNames?: string[],
): string | undefined {
  if (page.meta.planned) return undefined
  const phrases = hashShingles(page.findings.texts, placeNames, listIgnoredNames(page, ownNames))
  // A page seldom says the same phrase twice, and hardly ever four times.
  const isLong = phrases.length >= 4 * minShingles || new Set(phrases).size >= minShingles
  return isLong ? Buffer.from(computeSignature(phrases).buffer).toString('base64') : undefined
}

/** @param texts as `signPage` gives them. @returns the signatures one behind the other. */
export function decodeSignatures(texts: string[]): Uint16Array {
  const matrix = new Uint16Array(texts.length * signatureLength)
  const bytes = Buffer.from(matrix.buffer)
  texts.forEach((text, index) =>
    bytes.write(text, index * signatureLength * matrix.BYTES_PER_ELEMENT, 'base64'),
  )
  return matrix
}
