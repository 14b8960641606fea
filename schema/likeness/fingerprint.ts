import type { MergedSite } from '../merge-sources.ts'
import type { ResolvedPage } from '../resolve-page.ts'
import { listPhrases } from './list-phrases.ts'
import { signNumbers } from './min-hash.ts'

/** Short pages share their few phrases by chance. */
const fewestPhrases = 60

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const namesOf = (...groups: unknown[]) =>
  groups
    .flatMap((group) => (isGroup(group) ? [group.name, group.locality, group.county, group.region] : []))
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
export const phrasesOf = ({ meta, findings }: ResolvedPage, placeNames: string[], ownNames: string[] = []): Uint32Array =>
  listPhrases(findings.words, [...new Set([...placeNames, ...namesOf(meta.city), ...ownNames])])

/** The signature of a page as text, for keeping; undefined for one that says too little to be compared. */
export function signPage(page: ResolvedPage, placeNames: string[], ownNames?: string[]): string | undefined {
  const phrases = page.meta.planned ? undefined : phrasesOf(page, placeNames, ownNames)
  if (!phrases || phrases.length < fewestPhrases) return undefined
  return Buffer.from(signNumbers(phrases).buffer).toString('base64')
}

export function readSignature(text: string): Uint16Array {
  const bytes = Buffer.from(text, 'base64')
  return new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}
