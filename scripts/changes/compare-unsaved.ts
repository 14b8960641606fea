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
  edits: UnsavedSources,
  now: string,
): Promise<ChangeReport> {
  const saved = await openCurrentVersion(site, now, 'the saved files')
  return compareVersions(saved, await openUnsaved(site, now, edits, 'the unsaved edits'))
}

/**
 * Compares what a site prints with unsaved edits and with each of several others in their place.
 * @param now see `MomentOptions`
 * @throws UserError if one of them has errors
 */
export async function* compareTried(
  site: string,
  edits: UnsavedSources,
  tried: UnsavedSources[],
  now: string,
): AsyncGenerator<ChangeReport> {
  const before = await openUnsaved(site, now, edits, 'the unsaved edits')
  for (const sources of tried)
    yield compareVersions(before, await openUnsaved(site, now, sources, 'the edit that is tried'))
}

const openUnsaved = (site: string, now: string, sources: UnsavedSources, name: string) =>
  withUnsavedSources(sources, () => openCurrentVersion(site, now, name))
