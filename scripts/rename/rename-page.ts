import { localizeCommands } from '../launch/commands.mjs'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import type { Problem } from '../../schema/problems/types.ts'
import { editYaml } from '../edit/edit-yaml.ts'
import {
  planTextEdits,
  reverseChange,
  writeFileChanges,
  type FileChange,
  readSiteText,
} from '../edit/text-edits.ts'
import { readWholeSite, type WholeSite } from '../prerender/session/inspect-site.ts'
import { readReportedSite } from '../shared/read-site-report.ts'
import { UserError } from '../shared/user-error.ts'
import { assertRenamable } from './check-rename.ts'
import { planLinkEdits } from './plan-link-edits.ts'
import { listLinksTo, planRename, type RenamePlan } from './plan-rename.ts'
import { datesFileName, readDates, type RecordedDates } from '../../schema/source/content-dates.ts'
import { serializeEntries } from '../../schema/util/recorded-entries.ts'
import type { LoadedSite } from '../../schema/page-data.ts'

/** The result of a rename, to be reported. */
export type RenameResult = RenamePlan & {
  changes: FileChange[]
  /** Recorded dates that were kept; undefined if the site records none. */
  keptDates?: number
  /** Problems that the site has now and had not before. None is an error. */
  newProblems: Problem[]
}

/**
 * Moves a page to another address: its entry, the links to it, an alias for the old address, and
 * the recorded dates. Writes all files or none, and restores them if the site then has an error.
 * @param dir the site's folder
 * @param options.dryRun writes nothing
 * @throws UserError if the page cannot be moved
 */
export async function renamePage(
  dir: string,
  [from, to]: [from: string, to: string],
  { dryRun = false } = {},
): Promise<RenameResult> {
  const site = await readReportedSite(dir, { everything: true })
  assertRenamable(site, from, to)
  const plan = await planRename(dir, site, from, to)
  const changes = await planTextEdits(dir, plan.edits)
  if (dryRun) return { ...plan, changes, newProblems: [] }
  await writeFileChanges(dir, changes)
  try {
    const after = await readWholeSite(dir, { moment: { everything: true } })
    assertNoErrors(after.problems)
    const keptDates = await keepDates(dir, { before: site.pages, after: after.pages, from, to })
    return { ...plan, changes, keptDates, newProblems: findNewProblems(site, after) }
  } catch (error) {
    await writeFileChanges(dir, changes.map(reverseChange))
    throw error
  }
}

/**
 * Plans to move a page, and writes nothing.
 * @param dir the site's folder, including edits that are not saved
 * @throws UserError if the page cannot be moved
 */
export async function planPageRename(dir: string, from: string, to: string): Promise<FileChange[]> {
  return (await renamePage(dir, [from, to], { dryRun: true })).changes
}

/**
 * Plans to make all links to a page lead to another address, and writes nothing.
 * @param dir the site's folder, including edits that are not saved
 * @throws UserError if a file cannot be edited without changing more
 */
export async function planLinkChanges(
  dir: string,
  from: string,
  to: string,
): Promise<FileChange[]> {
  const { resolvedSite } = await readReportedSite(dir, { everything: true })
  const links = listLinksTo(resolvedSite, from)
  const { operations, cells } = await planLinkEdits(dir, links, from, to)
  const edits = [...cells]
  for (const [file, planned] of operations)
    edits.push(...editYaml(file, await readSiteText(dir, file), planned))
  return planTextEdits(dir, edits)
}

function assertNoErrors(problems: Problem[]): void {
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    throw new UserError(
      `Nothing was renamed, because the site would have these errors:\n\n${localizeCommands(formatProblems(errors))}`,
    )
}

function findNewProblems(before: WholeSite, after: WholeSite): Problem[] {
  // Lines may have moved.
  const keyOf = ({ code, message }: Problem) => `${code} ${message}`
  const known = new Set(before.problems.map(keyOf))
  // `after` was read before the dates were recorded.
  return after.problems.filter(
    (problem) => !known.has(keyOf(problem)) && problem.code !== 'UNDATED_CHANGE',
  )
}

type Pages = LoadedSite['pages']

/**
 * Moves the recorded date of a renamed page, and keeps those of pages that have changed only
 * because a link in them leads to another address.
 * @param dir the site's folder
 * @returns the number of dates that were kept; undefined if the site records none
 */
async function keepDates(
  dir: string,
  { before: old, after, from, to }: { before: Pages; after: Pages; from: string; to: string },
): Promise<number | undefined> {
  const { entries, isEmpty } = await readDates(dir)
  if (isEmpty) return undefined
  const hashes = new Map(old.map(({ data, meta }) => [data.route, meta.contentHash]))
  const { [from]: moved, ...others } = entries
  const kept: RecordedDates = { ...others, ...(moved && { [to]: moved }) }
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
