import type { Site } from '../merge/merge-sources.ts'
import type { PageMeta } from '../page-data.ts'
import { hashUniqueShingles, hashShingles } from './shingles.ts'
import { signatureLength, computeSignature } from './find-similar-pairs.ts'
import { asRecord, isRecord } from '../util/records.ts'

/** Pages with fewer shingles may be similar by chance. */
const minShingles = 60

const listNamesIn = (...groups: unknown[]) =>
  groups
    .flatMap((group) =>
      isRecord(group) ? [group.name, group.locality, group.county, group.region] : [],
    )
    .filter((name): name is string => typeof name === 'string')

type ComparedPage = { meta: PageMeta; findings: { texts: string[] } }

/**
 * Lists the place names to ignore on every page. Pages of sets contribute none, so that adding a
 * row does not change the signatures of other pages.
 */
export function listPlaceNames({ pages, settings }: Site): string[] {
  const cities = [...pages.values()]
    .filter(({ routeValues }) => !routeValues)
    .map(({ raw }) => raw.city)
  const { towns } = asRecord(asRecord(settings.business).areaServed)
  const served = Array.isArray(towns) ? (towns as unknown[]) : []
  return [...new Set(listNamesIn(...cities, settings.business, ...served))]
}

/**
 * Hashes the shingles of a page for an exact comparison.
 * @param ownNames further names to ignore on this page, see `Page.routeValues`
 */
export const hashPageShingles = (
  page: ComparedPage,
  placeNames: string[],
  ownNames?: string[],
): Uint32Array =>
  hashUniqueShingles(page.findings.texts, placeNames, listIgnoredNames(page, ownNames))

/** Lists the names to ignore on one page: its town, and the cells in its route. */
const listIgnoredNames = ({ meta }: ComparedPage, ownNames: string[] = []) => [
  ...listNamesIn(meta.city),
  ...ownNames,
]

/** Computes the signature of a page in base64. Undefined if it has too little text to compare. */
export function computePageSignature(
  page: ComparedPage,
  placeNames: string[],
  ownNames?: string[],
): string | undefined {
  if (page.meta.planned) return undefined
  const phrases = hashShingles(page.findings.texts, placeNames, listIgnoredNames(page, ownNames))
  return hasDistinct(phrases, minShingles)
    ? Buffer.from(computeSignature(phrases).buffer).toString('base64')
    : undefined
}

/** Stops counting at `count`, since counting all phrases takes as long as hashing them. */
function hasDistinct(phrases: Uint32Array, count: number): boolean {
  const distinct = new Set<number>()
  return phrases.some((phrase) => distinct.add(phrase).size >= count)
}

/** Decodes signatures of `computePageSignature` into a matrix, `signatureLength` numbers each. */
export function decodeSignatures(texts: string[]): Uint16Array {
  const matrix = new Uint16Array(texts.length * signatureLength)
  const bytes = Buffer.from(matrix.buffer)
  texts.forEach((text, index) =>
    bytes.write(text, index * signatureLength * matrix.BYTES_PER_ELEMENT, 'base64'),
  )
  return matrix
}
