import type { MergedSite } from '../merge-sources.ts'
import type { ResolvedPage } from '../resolve-page.ts'
import { listPhrases, readPhrases } from './list-phrases.ts'
import { signatureLength, signNumbers } from './min-hash.ts'

/** Short pages share their few phrases by chance. */
const fewestPhrases = 60

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const namesOf = (...groups: unknown[]) =>
  groups
    .flatMap((group) =>
      isGroup(group) ? [group.name, group.locality, group.county, group.region] : [],
    )
    .filter((name): name is string => typeof name === 'string')

/**
 * The names of places that are left aside on every page. A page of a set is compared by its own names alone, so that one row more
 * changes nothing for the others.
 */
export function listPlaceNames({ pages, settings }: MergedSite): string[] {
  const cities = [...pages.values()].filter(({ names }) => !names).map(({ raw }) => raw.city)
  const { ignore } = isGroup(settings.likeness) ? settings.likeness : {}
  const ignored = Array.isArray(ignore) ? ignore.filter((name) => typeof name === 'string') : []
  return [...new Set([...namesOf(...cities, settings.business), ...ignored])]
}

/** What a page is compared by. @param ownNames what tells it from others of its make. */
export const phrasesOf = (
  page: ResolvedPage,
  placeNames: string[],
  ownNames?: string[],
): Uint32Array => listPhrases(page.findings.words, placeNames, namesFor(page, ownNames))

const namesFor = ({ meta }: ResolvedPage, ownNames: string[] = []) => [
  ...namesOf(meta.city),
  ...ownNames,
]

/** The signature of a page as text, for keeping; undefined for one that says too little to be compared. */
export function signPage(
  page: ResolvedPage,
  placeNames: string[],
  ownNames?: string[],
): string | undefined {
  if (page.meta.planned) return undefined
  const phrases = readPhrases(page.findings.words, placeNames, namesFor(page, ownNames))
  // A page seldom says the same phrase twice, and hardly ever four times.
  const isLong = phrases.length >= 4 * fewestPhrases || new Set(phrases).size >= fewestPhrases
  return isLong ? Buffer.from(signNumbers(phrases).buffer).toString('base64') : undefined
}

/** @param texts as `signPage` gives them. @returns the signatures one behind the other. */
export function readSignatures(texts: string[]): Uint16Array {
  const matrix = new Uint16Array(texts.length * signatureLength)
  const bytes = Buffer.from(matrix.buffer)
  texts.forEach((text, index) =>
    bytes.write(text, index * signatureLength * matrix.BYTES_PER_ELEMENT, 'base64'),
  )
  return matrix
}
