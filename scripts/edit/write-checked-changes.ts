import { localizeCommands } from '../launch/commands.mjs'
import type { LoadedSite } from '../../schema/page-data.ts'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import type { Problem } from '../../schema/problems/types.ts'
import { datesFileName, readDates, type RecordedDates } from '../../schema/source/content-dates.ts'
import { withUnsavedSources } from '../../schema/source/text/source-bytes.ts'
import { serializeEntries } from '../../schema/util/recorded-entries.ts'
import {
  readSiteText,
  reverseChange,
  toUnsavedSources,
  writeFileChanges,
  type FileChange,
} from './text-edits.ts'
import { readWholeSite, type WholeSite } from '../prerender/session/inspect-site.ts'
import { UserError } from '../shared/user-error.ts'

/**
 * A page that moves or is deleted.
 * @property to undefined if it is deleted
 * @property done what happens to it, for messages
 */
export type ChangedPage = { from: string; to?: string; done: 'renamed' | 'deleted' }

export type CheckedChanges = {
  /** Recorded dates that were kept; undefined if the site records none. */
  keptDates?: number
  /** Problems that the site has now and had not before. None is an error. */
  newProblems: Problem[]
}

/**
 * Writes all files or none, and restores them if the site then has an error. Keeps the recorded
 * dates of pages in which only a link differs.
 * @param dir the site's folder
 * @param site as it was before
 * @throws UserError if the site would have errors
 */
export function writeCheckedChanges(
  dir: string,
  site: WholeSite,
  changes: FileChange[],
  moved: ChangedPage,
): Promise<CheckedChanges> {
  return writeAndCheck(dir, site, changes, moved.done, (after) =>
    keepDates(dir, { before: site.pages, after: after.pages, ...moved }),
  )
}

/**
 * Writes all files or none, and restores them if the site then has an error.
 * @param dir the site's folder
 * @param site as it was before
 * @param done what happens, for messages: `renamed`
 * @param finish does the rest, before anything is final
 * @throws UserError if the site would have errors
 */
export async function writeAndCheck(
  dir: string,
  site: WholeSite,
  changes: FileChange[],
  done: string,
  finish?: (after: WholeSite) => Promise<number | undefined>,
): Promise<CheckedChanges> {
  await writeFileChanges(dir, changes)
  try {
    const after = await readWholeSite(dir, { moment: { everything: true } })
    assertNoErrors(after.problems, done)
    const keptDates = await finish?.(after)
    return { keptDates, newProblems: findNewProblems(site, after) }
  } catch (error) {
    await writeFileChanges(dir, changes.map(reverseChange))
    throw error
  }
}

/**
 * Checks a site with changes that are not written.
 * @param dir the site's folder
 * @param done what would happen, for messages: `imported`
 * @throws UserError if the site would have errors
 */
export async function checkUnwritten(
  dir: string,
  changes: FileChange[],
  done: string,
): Promise<void> {
  const { problems } = await withUnsavedSources(await toUnsavedSources(dir, changes), () =>
    readWholeSite(dir, { moment: { everything: true } }),
  )
  assertNoErrors(problems, done)
}

/** @throws UserError if there is an error */
export function assertNoErrors(problems: Problem[], done: string): void {
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw new UserError(
      `Nothing was ${done}, because the site would have these errors:\n\n${localizeCommands(formatProblems(errors))}`,
    )
}

/**
 * Finds the problems that a site has and had not before. A page that has changed needs a new date,
 * which is not listed.
 */
export function findNewProblems(
  { problems: before }: Pick<WholeSite, 'problems'>,
  { problems: after }: Pick<WholeSite, 'problems'>,
): Problem[] {
  // Lines may have moved.
  const keyOf = ({ code, message }: Problem) => `${code} ${message}`
  const known = new Map<string, number>()
  for (const problem of before) known.set(keyOf(problem), (known.get(keyOf(problem)) ?? 0) + 1)
  return after.filter((problem) => {
    const count = known.get(keyOf(problem)) ?? 0
    known.set(keyOf(problem), count - 1)
    return count <= 0 && problem.code !== 'UNDATED_CHANGE'
  })
}

type Pages = LoadedSite['pages']

/**
 * Moves or deletes the recorded date of a page, and keeps those of pages that have changed only
 * because a link in them leads to another address.
 * @param dir the site's folder
 * @returns the number of dates that were kept; undefined if the site records none
 */
async function keepDates(
  dir: string,
  { before: old, after, from, to }: { before: Pages; after: Pages } & ChangedPage,
): Promise<number | undefined> {
  const { entries, isEmpty } = await readDates(dir)
  if (isEmpty) return undefined
  const hashes = new Map(old.map(({ data, meta }) => [data.route, meta.contentHash]))
  const { [from]: own, ...others } = entries
  const kept: RecordedDates = { ...others, ...(own && to !== undefined && { [to]: own }) }
  let count = 0
  for (const { data, meta } of after) {
    const recorded = kept[data.route]
    const wasCurrent = recorded?.hash === hashes.get(data.route === to ? from : data.route)
    if (!recorded || !wasCurrent || recorded.hash === meta.contentHash) continue
    kept[data.route] = { ...recorded, hash: meta.contentHash }
    count++
  }
  const before = await readSiteText(dir, datesFileName)
  await writeFileChanges(dir, [{ file: datesFileName, before, after: serializeEntries(kept) }])
  return count
}
