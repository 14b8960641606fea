import { datesFileName, readDates, type RecordedDates } from '../../schema/source/content-dates.ts'
import { serializeEntries } from '../../schema/util/recorded-entries.ts'
import type { LoadedSite } from '../../schema/page-data.ts'
import { readSiteText, writeFileChanges } from '../edit/text-edits.ts'

type Pages = LoadedSite['pages']

/**
 * Moves the recorded date of a renamed page, and keeps those of pages that have changed only
 * because a link in them leads to another address.
 * @param dir the site's folder
 * @returns the number of dates that were kept; undefined if the site records none
 */
export async function keepDates(
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
