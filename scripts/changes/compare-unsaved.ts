import { withUnsavedSources, type UnsavedSources } from '../../schema/source/text/source-bytes.ts'
import { compareVersions } from './compare-versions.ts'
import type { ChangeReport } from './report-types.ts'
import { openCurrentVersion } from './versions/open-version.ts'

/**
 * Compares what a site prints with and without edits that are not saved.
 * @param now see `MomentOptions`
 * @throws UserError if one of the two has errors
 */
export async function compareUnsaved(
  site: string,
  unsaved: UnsavedSources,
  now: string,
): Promise<ChangeReport> {
  const before = await openCurrentVersion(site, now, 'the saved files')
  return withUnsavedSources(unsaved, async () => {
    const after = await openCurrentVersion(site, now, 'the unsaved edits')
    return compareVersions(before, after)
  })
}
