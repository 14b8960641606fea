import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Schema } from '../../../schema/validate/walk-schema.ts'
import { toDictionary } from '../cache/intern.ts'
import { findEdited, type Edited } from './find-edited.ts'
import { packWeights, unpackInput, unpackWeights, type Snapshot } from '../cache/snapshot.ts'
import { compareAnew, makeEdited, type MadeEdited } from './make-edited.ts'
import type { SharedInput } from '../make/make-pages.ts'
import { patchOutput } from '../output/patch-output.ts'
import { formatBuildSummary, printWarnings } from './report-build.ts'
import { schemaFile, type StartedBuild } from './start-build.ts'
import { splitListingPaths } from '../output/scan-folder.ts'
import { reportBudgets } from '../budgets/measure-output.ts'

type Options = { dir: string; out: string; origin?: string; start: StartedBuild }

/**
 * Builds a site of which nothing has changed since it was built last but what stands on one page: that page is made again and takes its file's place, at one
 * stroke; of all else, no more is read than tells that it is as it was.
 * @param options.dir the site's folder. @returns the exit code; undefined where more has changed, or may have, or where something is to be told: then nothing
 * has been done.
 */
export async function buildEdited({
  dir,
  out,
  origin,
  start,
}: Options): Promise<number | undefined> {
  const { cache, started } = start
  const last = cache.readSnapshot()
  if (!last || last.nodeVersion !== process.version || last.origin !== origin) return undefined
  const isOutput = start.isOutputUnchanged(last.files)
  // Told where it is waited for.
  isOutput.catch(() => {})
  const schema = JSON.parse(await readFile(schemaFile, 'utf8')) as Schema
  // What goes wrong, here or below, is told by the build of all that follows.
  const edited = await findEdited(dir, last, cache, schema).catch(() => undefined)
  if (!edited) return undefined
  const patch = await patchOutput(out)
  const made = await makeAll(edited, unpackInput(last.input, schema), {
    dir,
    start,
    folder: patch.folder,
  }).catch(() => undefined)
  if (!made || made.written.length > 1 || !compareAnew(last, made.records) || !(await isOutput)) {
    patch.rollBack()
    return undefined
  }
  start.stopScanning()
  printWarnings(last.shownProblems, dir)
  patch.apply(made.written.map(({ path }) => path))
  patch.accept()
  const now = takeOver(last, edited, made)
  for (const { part: summary, record } of edited.files) {
    const anew = Object.entries(record.pages).map(
      ([route, page]) => [route, made.records.get(route) ?? page] as const,
    )
    cache.writeSource({ summary, pages: toDictionary(anew) })
  }
  cache.writeSnapshot(now.last)

  console.log(`${out}: ${last.pageCount} pages, ${formatBuildSummary(now.bytes, started)}`)
  return reportBudgets(out, now.weights).length === 0 ? 0 : 1
}

/** @param folder where pages are written. */
async function makeAll(
  { files }: Edited,
  shared: SharedInput,
  { dir, start, folder }: Pick<Options, 'dir' | 'start'> & { folder: string },
): Promise<MadeEdited | undefined> {
  if (files.every(({ pages }) => pages.length === 0)) return { records: new Map(), written: [] }
  start.onSettings(shared.settings)
  return makeEdited(files, shared, {
    folder,
    bundled: await start.getBundle(),
    publicDir: join(dir, 'public'),
  })
}

/** What is known of the site now. */
function takeOver(last: Snapshot, { parts }: Edited, { records, written }: MadeEdited) {
  const { files } = last
  const paths = splitListingPaths(files)
  for (const { path, size, modifiedMs } of written) {
    const index = paths.indexOf(path)
    files.sizes[index] = size
    files.modifiedMs[index] = modifiedMs
  }
  const weights = unpackWeights(last.weights).map((weight) => {
    const output = records.get(weight.route)?.result.output
    return output ? { route: weight.route, ...output.weight } : weight
  })
  return {
    last: { ...last, sources: parts, weights: packWeights(weights) },
    weights,
    bytes: files.sizes.reduce((sum, size) => sum + size, 0),
  }
}
