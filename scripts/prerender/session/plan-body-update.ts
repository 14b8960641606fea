import { join } from 'node:path'
import { loadSiteSchema } from '../../../schema/block-types/load-site-schema.ts'
import { createMoment, isInPeriod, type Moment } from '../../../schema/days/moment.ts'
import { readDates, type ContentDates } from '../../../schema/source/content-dates.ts'
import { listPublicFiles } from '../../../schema/source/list-public-files.ts'
import { readAddresses } from '../../../schema/source/recorded-addresses.ts'
import { tryReadSourceBytes } from '../../../schema/source/text/source-bytes.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import { unpackInput } from '../cache/packed-parts.ts'
import { matchesEdition, type Snapshot } from '../cache/snapshot.ts'
import type { SharedInput } from '../make/page-types.ts'
import { hashFileStats } from '../output/site-output.ts'
import { findBodyEdits, type BodyEdits } from './find-body-edits.ts'
import type { UpdaterOptions } from './update-types.ts'

/** What is needed to make edited bodies and to publish them. */
export type BodyUpdatePlan = {
  edits: BodyEdits
  shared: SharedInput
  dates: ContentDates
  /** The moment that is shown, if anything on the site has days. */
  moment: Moment | undefined
  /** Whether the output is unchanged since the snapshot. */
  outputUnchanged: Promise<boolean>
}

/**
 * Compares a site with the snapshot of its last update.
 * @param changed paths that may have changed since then; everything when left out
 * @returns undefined when more than the bodies of a few pages may have changed
 */
export async function planBodyUpdate(
  { site, edition, hosts, workspace }: UpdaterOptions,
  snapshot: Snapshot,
  changed: Set<string> | undefined,
): Promise<BodyUpdatePlan | undefined> {
  const { cache } = workspace
  if (snapshot.nodeVersion !== process.version) return undefined
  if (!matchesEdition(snapshot, edition, hosts)) return undefined
  const outputUnchanged = changed
    ? Promise.resolve(true)
    : workspace.isOutputUnchanged(snapshot.files)
  // Not yet awaited: without a handler, Node would end the process. Awaiting it throws the error.
  outputUnchanged.catch(() => {})
  const { schema } = await loadSiteSchema(site)
  const known = {
    sources: snapshot.sources,
    publicFiles: snapshot.publicFiles.map(([file]) => file),
    filesWithProblems: new Set(snapshot.problems.map(({ file }) => file)),
    readRecord: (file: string) => cache.readSource(file),
  }
  const isSame = changed !== undefined || hasSameFiles(site, snapshot)
  // Any error is reported by the full update that follows.
  const edits = isSame
    ? await findBodyEdits(site, known, schema, changed).catch(() => undefined)
    : undefined
  if (!edits) return undefined
  const isEdited = edits.files.some(({ pages }) => pages.length > 0)
  const shared = unpackInput(snapshot.input, schema)
  const hasDays = Object.keys(snapshot.days).length > 0
  const moment = hasDays ? createMoment(edition?.moment ?? {}, shared.settings.timeZone) : undefined
  if (moment && !isInPeriod(snapshot.days, moment.now)) return undefined
  const dates = await readDates(site)
  if (dates.readError !== undefined || dates.isEmpty === shared.context.recordsDates)
    return undefined
  if ((await readAddresses(site)).hash !== snapshot.addressesHash) return undefined
  if (isEdited) workspace.startBundle(shared.settings)
  return { edits, shared, dates, moment, outputUnchanged }
}

/** Whether files other than sources are unchanged since the snapshot: public/, and rows of sets. */
function hasSameFiles(site: string, snapshot: Snapshot): boolean {
  const publicDir = join(site, 'public')
  // Files with the recorded hashes have been searched for secrets already.
  const { files, problems } = listPublicFiles(site, { searchesContents: false })
  const found = [...files]
  return (
    JSON.stringify(problems) === JSON.stringify(snapshot.publicProblems) &&
    found.length === snapshot.publicFiles.length &&
    snapshot.publicFiles.every(
      ([file, hash], index) =>
        found[index] === file && hashFileStats(join(publicDir, file)) === hash,
    ) &&
    snapshot.rows.every(([name, hash]) => {
      const bytes = tryReadSourceBytes(join(site, name))
      return !(bytes instanceof Error) && shortHash(bytes) === hash
    })
  )
}
