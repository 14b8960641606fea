import { setImmediate } from 'node:timers/promises'
import { listDatedParts } from '../../../schema/days/coming-changes.ts'
import { describeMoment } from '../../../schema/days/moment.ts'
import { getSimilarityLimit } from '../../../schema/rules/similarity.ts'
import { explainConflictingHosts, servesCopies, type HostName } from '../hosts/host-names.ts'
import type { OutputFileRecords } from '../cache/records.ts'
import { hashRecords, saveRecords, toSimilarityPairs } from '../cache/save-records.ts'
import { createSnapshot, type Snapshot } from '../cache/snapshot.ts'
import { prepareCrossPageChecks } from '../make/check-across-pages.ts'
import type { MadePages } from '../make/made-pages.ts'
import { findOtherSite } from '../output/check-output-folder.ts'
import type { OutputWriter } from '../output/output-writer.ts'
import { patchOutput, type OutputPatch } from '../output/patch-output.ts'
import { hasSearch } from '../output/search-index.ts'
import { SiteOutput } from '../output/site-output.ts'
import { createFileCheck, stageOutput, type OutputScans } from '../output/stage-output.ts'
import type { FileCheck } from '../output/output-file.ts'
import type { SiteInput } from '../read/site-input.ts'
import { makeUpdatedPages } from './make-updated-pages.ts'
import { planBodyUpdate } from './plan-body-update.ts'
import { hasReportedErrors } from './report-build.ts'
import { writeHostFiles, writeSiteFiles } from './write-site-files.ts'
import { updateBodies } from './update-bodies.ts'
import type { Workspace } from './workspace.ts'
import type { SimilarPages } from '../../../schema/rules/types.ts'
import type { UpdatedPages, UpdateHooks, UpdateOutcome, UpdaterOptions } from './update-types.ts'

/**
 * If more pages change, the output folder is swapped as a whole, even by a long-running process.
 */
const maxPagesInPlace = 200

/** Brings an output folder up to date with a session: write, check together, publish. */
export class Updater {
  readonly #options: UpdaterOptions
  #snapshot: Snapshot | undefined
  #patch: OutputPatch | undefined
  /** Records of the output files that are not pages. */
  #files: OutputFileRecords | undefined
  #similarity: { limit: number; pairs: ReturnType<typeof toSimilarityPairs> } | undefined

  constructor(options: UpdaterOptions) {
    this.#options = options
  }

  /** @param changed paths that may have changed since the last update; everything when left out. */
  async update(changed?: Set<string>, hooks: UpdateHooks = {}): Promise<UpdateOutcome> {
    const quick = await this.updateBodies(changed)
    if (quick) return quick
    return this.#updateAll(changed, hooks)
  }

  /** Undoes a preview. */
  rollBack(): void {
    this.#patch?.rollBack()
  }

  /** Updates edited page bodies alone. @returns undefined when more has changed than that. */
  async updateBodies(changed?: Set<string>): Promise<UpdateOutcome | undefined> {
    const { site, session, workspace, source } = this.#options
    const { cache, out } = workspace
    if (source) return undefined
    const snapshot = this.#snapshot ?? (changed ? undefined : cache.readSnapshot())
    this.#snapshot = undefined
    const plan = snapshot && (await planBodyUpdate(this.#options, snapshot, changed))
    if (!plan) return undefined
    const { edits, shared, dates, moment, outputUnchanged } = plan
    const done = await updateBodies({
      site,
      out,
      snapshot,
      edits,
      shared,
      dates,
      cache,
      getBundle: workspace.getBundle,
      openWriter: () => this.#openWriter(true, workspace.scanOutputs),
      isOutputUnchanged: () => outputUnchanged,
    }).catch(() => undefined)
    if (!done) return undefined
    workspace.stopScanning()
    this.#snapshot = done.snapshot
    session.acceptBodies(edits, done.records)
    return {
      status: 'updated',
      update: { ...done.update, ...(moment && { moment: describeMoment(moment) }) },
    }
  }

  async #updateAll(changed: Set<string> | undefined, hooks: UpdateHooks): Promise<UpdateOutcome> {
    const { site, session, workspace, pool, stays, source } = this.#options
    const { out, cache } = workspace
    const isFirst = this.#files === undefined
    const scans = stays && !isFirst ? undefined : workspace.scanOutputs()
    const input = await session.read(changed)
    if (!input.sources) return { status: 'failed', problems: input.problems }
    const mismatch = await source?.check(input)
    if (mismatch !== undefined) return { status: 'failed', problems: mismatch }
    const conflict = explainConflictingHosts(this.#getHosts(input))
    if (conflict !== undefined) return { status: 'failed', problems: `site.hosts: ${conflict}.` }
    const current: FileCheck = scans ? await scans.out : createFileCheck(out)
    const lastFiles = this.#files ?? (await cache.readOutputFiles())
    const isOwn = lastFiles['/404.html'] && current.isAsWritten(lastFiles['/404.html'].written)
    const name = input.shared.site?.name
    const other = isOwn || name === undefined ? undefined : await findOtherSite(out, site, name)
    if (other !== undefined) return { status: 'failed', problems: other }
    const plan = session.plan(input, isFirst ? current : undefined)
    const writer = await this.#openWriter(
      plan.keys.size <= maxPagesInPlace,
      scans ? () => scans : workspace.scanOutputs,
    )
    try {
      const files = new SiteOutput(current, writer.folder, lastFiles)
      const pages = await makeUpdatedPages(this.#options, { input, plan, files, writer, isFirst })
      if (typeof pages !== 'string') return await this.#finish(pages, hooks)
      await writer.discard()
      return { status: 'failed', problems: pages }
    } catch (error) {
      // Threads that are still writing would recreate the folder.
      await pool.close()
      await writer.discard()
      throw error
    }
  }

  /** Checks all pages together, writes what belongs to no single page, and publishes the update. */
  async #finish(pages: UpdatedPages, hooks: UpdateHooks): Promise<UpdateOutcome> {
    const { site, edition, hosts, session, workspace } = this.#options
    const { cache } = workspace
    const { input, made, special, files, writer, early, fileStates } = pages
    const { shared, publicFolder, dates, sources } = input
    const problems = [...input.problems, ...made.problems, ...special.problems]
    if (hasReportedErrors(problems, site)) this.rollBack()
    else if (writer.preview) {
      const written = [...made.written, ...files.written]
      writer.preview(written)
      hooks.onPreview?.(written)
    }
    const lastSimilarity = await cache.readSimilarity()
    let similarPages: SimilarPages[] = []
    const checks = prepareCrossPageChecks({
      shared,
      pages: [...made.pages, ...special.pages],
      notFound: special.notFound,
      unusedPlanned: special.unusedPlanned,
      publicFiles: publicFolder.files,
      dates,
      knownSimilarity: this.#getKnownSimilarity(lastSimilarity, input, made),
      onSimilarityMeasured: (found) => void (similarPages = found),
    })
    for (const found of checks.steps) {
      for (const problem of found) problems.push(problem)
      if (!hooks.isInterrupted) continue
      await setImmediate()
      if (hooks.isInterrupted()) return { status: 'interrupted' }
    }
    if (hasReportedErrors(problems, site)) {
      await writer.discard()
      return { status: 'failed', problems }
    }
    const addresses = { ...checks, out: workspace.out }
    const imagesCreated = await writeSiteFiles(site, pages, addresses)
    const allHosts = this.#getHosts(input)
    await writeHostFiles(allHosts, pages, addresses)
    const kept = [...files.kept, ...made.kept]
    const written = [...files.written, ...made.written]
    await writer.commit(kept, written)
    await saveRecords({
      cache,
      parts: sources,
      shared,
      made,
      files,
      alike: similarPages,
      last: lastSimilarity,
      sources: fileStates,
      early,
    })
    const weights = [...made.weights, ...special.weights]
    const { startedAt } = workspace
    const finished = { input, made, files, problems, similarPages, weights, fileStates }
    const hasScripts = pages.bundle?.assets.scripts !== undefined
    // The compressed copy of a page follows from its file, which `updateBodies` changes.
    this.#snapshot = servesCopies(allHosts)
      ? undefined
      : createSnapshot({
          ...{ site, edition, hosts, startedAt },
          ...finished,
          pages: checks.pages,
          hasSearch: hasScripts && hasSearch([...checks.pages, special.notFound]),
        })
    cache.writeSnapshot(this.#snapshot)
    session.accept(input, made)
    this.#files = files.files
    this.#similarity = {
      limit: getSimilarityLimit(shared.merged),
      pairs: toSimilarityPairs(similarPages),
    }
    if (this.#options.stays && !writer.preview)
      this.#patch = await patchOutput(workspace.out, [...kept, ...written])
    const bytes = files.bytes + made.bytes
    const pageCount = checks.pages.length
    return {
      status: 'updated',
      update: {
        ...{ problems, pageCount, written, bytes, imagesCreated, weights },
        ...(listDatedParts(shared.merged, made.pages).length > 0 && {
          moment: describeMoment(shared.context.moment),
        }),
      },
    }
  }

  /** The hosts to write files for. An invalid setting is reported as a problem. */
  #getHosts({ shared }: SiteInput): HostName[] {
    const { hosts = shared.merged.settings.hosts } = this.#options
    return Array.isArray(hosts) ? (hosts as HostName[]) : []
  }

  /** The similar pages found before, if all changes since then are known. */
  #getKnownSimilarity(
    last: Awaited<ReturnType<Workspace['cache']['readSimilarity']>>,
    { sources }: SiteInput,
    { changedRoutes: changed }: MadePages,
  ) {
    if (this.#similarity) return { ...this.#similarity, changed }
    const isSame = last?.id === hashRecords(sources.map(({ records }) => records))
    return last && isSame ? { ...last, changed } : undefined
  }

  #openWriter(isSmall: boolean, scans: () => OutputScans): Promise<OutputWriter> {
    const { out, cache } = this.#options.workspace
    if (this.#patch && isSmall) return Promise.resolve(this.#patch)
    this.#patch?.rollBack()
    return stageOutput(out, cache.spareOutput, scans)
  }
}
