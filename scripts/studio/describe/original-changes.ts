import { diffArrays } from 'diff'
import { tryGetValue } from '../../edit/apply-operations.ts'
import { asRecord } from '../../../schema/util/records.ts'
import { type DiffPart, diffTexts } from '../../report/diff-texts.ts'
import {
  findRepository,
  type Repository,
  runGit,
  toRepositoryPath,
  tryGit,
} from '../../shared/git.ts'
import type { DraftedSite } from '../../edit/drafted-site.ts'
import { locateEntry } from '../../report/list-pages.ts'
import type { Page } from '../../../schema/merge/merge-sources.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'

import { listTexts } from '../../report/find-texts.ts'

/**
 * `GET original-changes ?route`: what has changed in the original of a translation.
 * @property since the day on which the translation was up to date
 */
export type OriginalChanges = { since: string; texts: { parts: DiffPart[] }[] } | { reason: string }

/** A page as it is written now. */
type WrittenPage = { route: string; file: string; value: JsonValue }

/**
 * Lists the texts of an original that have changed since its translation was brought up to date:
 * since the commit that recorded the checksum which the translation has.
 * @param dir the folder of the site
 */
export function listOriginalChanges(
  dir: string,
  translation: WrittenPage,
  original: WrittenPage,
): OriginalChanges {
  const repository = findRepository(dir)
  if (!repository) return { reason: 'The site has no history: its folder is in no Git repository.' }
  const checksum = String(asRecord(translation.value).original)
  const recordedIn = findRecording(repository, translation.file, checksum)
  if (recordedIn === undefined)
    return { reason: 'The history does not say when this translation was up to date.' }
  const { file } = original
  const earlier = readEarlierPage(repository, recordedIn, file, original.route)
  if (earlier === undefined)
    return { reason: `${original.route} was in another file then, so it cannot be compared.` }
  const list = (value: unknown) =>
    [...listTexts({ file, value: value as JsonValue })].map(({ text }) => text.trim())
  return { since: recordedIn.date, texts: pairChanges(list(earlier), list(original.value)) }
}

/** The same for a page of a site. @param route of a translation */
export async function compareOriginal(site: DraftedSite, route: string): Promise<OriginalChanges> {
  const read = async (page: Page): Promise<WrittenPage> => {
    const address = locateEntry(page)
    const value = (await site.draft.readValue(address)) ?? null
    return { route: page.route, file: address.file, value }
  }
  const page = site.findPage(route)
  const original = site.findPage(String(page.raw.translates))
  return listOriginalChanges(site.draft.dir, await read(page), await read(original))
}

type Commit = { hash: string; date: string }

/** Finds the commit that recorded a checksum. */
function findRecording(repository: Repository, file: string, checksum: string): Commit | undefined {
  const path = toRepositoryPath(repository, file)
  const log = runGit(repository.root, ['log', '--format=%H %cs', `-S${checksum}`, '--', path])
  const [hash, date] = log.trim().split('\n').at(-1)!.split(' ')
  return hash && date ? { hash, date } : undefined
}

/** Reads a page as it was written in a commit. */
function readEarlierPage(
  repository: Repository,
  { hash }: Commit,
  file: string,
  route: string,
): unknown {
  const path = toRepositoryPath(repository, file)
  const text = tryGit(repository.root, ['show', `${hash}:${path}`]) ?? ''
  return asRecord(asRecord(tryGetValue(file, text)).pages)[route]
}

/** Pairs each text that is gone with the one that has taken its place. */
function pairChanges(before: string[], after: string[]): { parts: DiffPart[] }[] {
  const chunks = diffArrays(before, after)
  return chunks.flatMap(({ value, added, removed }, index) => {
    if (removed) {
      const next = chunks[index + 1]
      const others = next?.added ? next.value : []
      const longest = Math.max(value.length, others.length)
      return Array.from({ length: longest }, (_, at) => ({
        parts: diffTexts(value[at], others[at]),
      }))
    }
    const isPaired = chunks[index - 1]?.removed
    return added && !isPaired ? value.map((text) => ({ parts: diffTexts(undefined, text) })) : []
  })
}
