import { withUnsavedSources, type UnsavedSources } from '../../schema/source/text/source-bytes.ts'
import { compareVersions } from './compare-versions.ts'
import type { ChangeReport } from './report-types.ts'
import { openCurrentVersion } from './versions/open-version.ts'

/**
 * Compares what a site prints with and without edits that are not saved.
 * @param unsaved the edits; if there are two, what the second prints is compared with the first
 * @param now see `MomentOptions`
 * @throws UserError if one of the two has errors
 */
export async function compareUnsaved(
  site: string,
  unsaved: UnsavedSources[],
  now: string,
): Promise<ChangeReport> {
  const [edits, tried] = unsaved
  const open = (sources: UnsavedSources, name: string) =>
    withUnsavedSources(sources, () => openCurrentVersion(site, now, name))
  if (!tried) {
    const saved = await openCurrentVersion(site, now, 'the saved files')
    return compareVersions(saved, await open(edits!, 'the unsaved edits'))
  }
  const before = await open(edits!, 'the unsaved edits')
  return compareVersions(before, await open(tried, 'the edit that is tried'))
}
