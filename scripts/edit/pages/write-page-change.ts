import { datesFileName, readDates, type RecordedDates } from '../../../schema/days/content-dates.ts'
import { serializeEntries } from '../../../schema/source/recorded-entries.ts'
import { readSiteText, type FileChange } from '../text-edits.ts'
import {
  writeCheckedChanges,
  type CheckedChanges,
  type CheckOptions,
  type PlannedDates,
} from '../write-checked-changes.ts'
import type { WholeSite } from '../../prerender/run/inspect-site.ts'

/**
 * A page that moves or is deleted.
 * @property to undefined if it is deleted
 * @property done what happens to it, for messages
 */
type ChangedPage = { from: string; to?: string; done: 'renamed' | 'deleted' }

/**
 * Checks the site with changes to a page's address, and writes all files or none. Keeps the
 * recorded dates of pages in which only a link differs.
 * @param dir the site's folder
 * @param resolved as it was before
 * @throws UserError if the site would have errors
 */
export function writePageChange(
  dir: string,
  resolved: WholeSite,
  changes: FileChange[],
  { dryRun, ...moved }: ChangedPage & CheckOptions,
): Promise<CheckedChanges> {
  return writeCheckedChanges(dir, resolved, changes, {
    dryRun,
    done: moved.done,
    planDates: (after) => planDates(dir, { before: resolved.pages, after: after.pages, ...moved }),
  })
}

type Pages = WholeSite['pages']

/**
 * Moves or deletes the recorded date of a page, and keeps those of pages that have changed only
 * because a link in them leads to another address.
 * @param dir the site's folder
 * @returns undefined if the site records none
 */
async function planDates(
  dir: string,
  { before: old, after, from, to }: { before: Pages; after: Pages } & ChangedPage,
): Promise<PlannedDates | undefined> {
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
  const change = { file: datesFileName, before, after: serializeEntries(kept) }
  return { change, keptDates: count }
}
