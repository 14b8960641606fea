import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { MissingSite } from '../../../schema/compose-site.ts'
import type { PictureInfo } from '../../../schema/source/pictures.ts'
import { listPublicFiles, type PublicFolder } from '../../../schema/source/list-public-files.ts'
import { isPictureFile } from '../../../schema/source/read-picture-infos.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import type { SiteEdition } from '../../../schema/site-edition.ts'
import type { ResolvedSite } from '../../../schema/resolve/resolve-site.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'
import type { PageRecord } from '../cache/records.ts'
import { makeAllPages } from '../make/make-all-pages.ts'
import type { MadePages } from '../make/made-pages.ts'
import { planPages, type PagePlan } from '../make/plan-pages.ts'
import type { FileCheck } from '../output/output-file.ts'
import { loadSiteInput, type HeldInput, type LoadInputOptions } from '../read/load-site-input.ts'
import { resolveWholeSite } from '../read/resolve-pages.ts'
import type { SiteInput } from '../read/site-input.ts'
import { createCachedReader, toLoadedSource } from '../read/read-sources.ts'
import type { LoadedSource } from '../read/loaded-source.ts'
import type { SetCache } from '../read/site-input.ts'
import type { ReadTarget, RenderTarget } from '../workers/tasks.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'
import { applyBodyEdits } from './apply-body-edits.ts'
import { includesPath, isBelow, resolveLinks } from './changed-paths.ts'
import { findBodyEdits, type BodyEdits } from './find-body-edits.ts'

export type SessionOptions = {
  /** The site's folder. */
  site: string
  edition?: SiteEdition
  /** What earlier sessions left. */
  cache: SetCache
  pool: WorkerPool
  /** How the sources are read until the first update is accepted. Left out, every file is read whole. */
  firstRead?: FirstRead
  /** Whether problems of pages get only their place, for `locatePrintedProblems`. */
  locatesLater?: boolean
  /** Reports notes too. */
  reportNotes?: boolean
  /** See `SharedInput`. */
  forComparison?: boolean
}

/** The part of `LoadInputOptions` that differs between commands. */
export type FirstRead = Pick<LoadInputOptions, 'reader' | 'shard' | 'recordsDates' | 'onSettings'>

export type LoadedInput = Promise<SiteInput | MissingSite>

/** With more changed files than this, all are read again, in parallel. */
const maxRereadFiles = 20

/**
 * A site in memory, from the cache or from nothing: the one engine behind every command.
 *
 * - *read* takes in what has changed in the sources,
 * - *plan* compares every page with its record, and lists the pages to make,
 * - *make* renders them,
 * - *accept* takes the result over as the new state,
 * - *resolve* instead gives whole pages, to commands that report what pages contain.
 *
 * `Updater` adds the output: it writes the pages, checks them together and publishes the update.
 */
export class Session {
  readonly #options: SessionOptions
  readonly #pictures = new Map<string, PictureInfo | undefined>()
  readonly #rows = new Map()
  /** What was read last. */
  #input: SiteInput | undefined
  #accepted: SiteInput | undefined
  /** The same object for each update, so that inputs can be compared by identity. */
  readonly #toPlainInput: (input: SiteInput['plainInput']) => SiteInput['plainInput']

  constructor(options: SessionOptions) {
    this.#options = options
    const { reportNotes, forComparison } = options
    this.#toPlainInput =
      reportNotes || forComparison
        ? memoizeByObject((input) => ({ ...input, reportNotes, forComparison }))
        : (input) => input
  }

  /**
   * Reads the site as it is now.
   * @param changed paths of files and folders that may differ from the last read. Everything is
   * read when left out.
   */
  async read(changed?: Iterable<string>): LoadedInput {
    const last = changed && this.#input
    const input = last
      ? await this.#readChanged(last, await resolveLinks(changed))
      : await this.#readAll()
    this.#input = input.sources ? input : undefined
    return input
  }

  /** @param current the output, when pages whose files were changed by others must be made again. */
  plan({ sources, shared, plainInput }: SiteInput, current?: FileCheck): PagePlan {
    // With the same shared input, an unchanged file has unchanged pages.
    const isUnchanged = ({ isNew, summary, records }: LoadedSource) =>
      !isNew && summary.pages.every(([route]) => Object.hasOwn(records, route))
    const hasSameInput = this.#accepted?.plainInput === plainInput
    const same = new Set(hasSameInput ? sources.filter(isUnchanged) : [])
    const plan = planPages({
      sources: sources.filter((source) => !same.has(source)),
      merged: shared.merged,
      shared: this.#toPlainInput(plainInput),
      out: current,
      entries: this.#options.cache.setEntries,
      locatesLater: this.#options.locatesLater,
    })
    for (const { records } of same)
      for (const [route, record] of Object.entries(records)) plan.kept.set(route, record)
    return plan
  }

  /** Makes the planned pages. @param target left out when nothing is written. */
  make(
    { shared, plainInput }: SiteInput,
    plan: PagePlan,
    { target, pool = this.#options.pool, onProgress = () => {}, onSource, reads }: MakeOptions = {},
  ): Promise<MadePages> {
    const input = this.#toPlainInput(plainInput)
    return makeAllPages({
      plan,
      shared,
      input,
      pool,
      onProgress,
      onFile: onSource,
      output: target,
      reads,
    })
  }

  /** Resolves every page, in memory. For reports, which show what pages contain. */
  resolve({ shared }: SiteInput): ResolvedSite {
    return resolveWholeSite(shared)
  }

  /** Takes over an update: from now on, pages are compared with these. */
  accept(input: SiteInput, { records, changedRoutes }: AcceptedPages): void {
    this.#input ??= input
    const known = new Set(this.#accepted?.sources)
    this.#accepted = input
    for (const source of input.sources) {
      const isChanged = source.summary.pages.some(([route]) => changedRoutes.has(route))
      if (!source.isNew && known.has(source) && !isChanged) continue
      source.isNew = false
      source.records = pickRecords(source, records)
    }
  }

  /** Takes over pages that were updated alone. Their files are read again by the next `read`. */
  acceptBodies(edits: BodyEdits, records: Map<string, PageRecord>): void {
    const edited = new Set(edits.files.map(({ summary }) => summary.path))
    for (const source of this.#input?.sources ?? []) {
      if (!edited.has(source.summary.path)) continue
      for (const [route] of source.summary.pages)
        if (records.has(route)) source.records[route] = records.get(route)!
    }
  }

  async #readChanged(last: SiteInput, changed: Set<string>): LoadedInput {
    const edits = await this.#findEdits(last, changed)
    if (edits) return applyBodyEdits(last, edits)
    const publicDir = join(await realpath(this.#options.site), 'public')
    const isPublic = [...changed].some((path) => path === publicDir || isBelow(path, publicDir))
    const publicFolder =
      isPublic || includesPath(changed, publicDir)
        ? listPublicFiles(this.#options.site)
        : last.publicFolder
    if (publicFolder !== last.publicFolder) this.#pictures.clear()
    // A new picture may be one that an unchanged file already names.
    const listPictures = ({ files }: PublicFolder) => [...files].filter(isPictureFile).join('\n')
    const hasSamePictures = listPictures(publicFolder) === listPictures(last.publicFolder)
    const held = hasSamePictures ? await this.#holdUnchanged(last, changed) : undefined
    return this.#readAll({ findSource: held, publicFolder, schema: last.shared.schema })
  }

  /** The changed sources, where nothing but page bodies has changed in them. */
  async #findEdits(last: SiteInput, changed: Set<string>): Promise<BodyEdits | undefined> {
    const reported = [...last.problems, ...last.shared.shellFindings.problems]
    // A problem on the page of a set may lie in its template, and an error may name a line elsewhere.
    const isElsewhere = ({ setOrigin, severity }: Problem) => setOrigin || severity === 'error'
    if (reported.some(isElsewhere)) return undefined
    const files = last.sources.filter(({ summary }) => summary.path !== '')
    const byFile = new Map(files.map((source) => [source.file, source]))
    const known = {
      sources: files.map(({ summary: { path, file, hash } }) => ({ path, file, hash })),
      publicFiles: last.publicFolder.files,
      filesWithProblems: new Set(reported.map(({ file }) => file)),
      readRecord: async (file: string) => {
        const source = byFile.get(file)
        return source && { summary: source.summary, pages: source.records }
      },
    }
    return findBodyEdits(this.#options.site, known, last.shared.schema, changed)
  }

  /** Creates a function that finds a source which need not be read again. */
  async #holdUnchanged(last: SiteInput, changed: Set<string>) {
    const sources = last.sources.filter(({ summary }) => summary.path !== '')
    const changedSources = sources.filter(({ summary }) => includesPath(changed, summary.path))
    const unchanged = sources.filter((source) => !changedSources.includes(source))
    const byPath = new Map(unchanged.map((source) => [source.summary.path, source]))
    if (changedSources.length <= maxRereadFiles)
      for (const source of changedSources) {
        const again = await this.#reread(source, last)
        if (again) byPath.set(source.summary.path, again)
      }
    return (path: string) => byPath.get(path)
  }

  async #reread(source: LoadedSource, last: SiteInput): Promise<LoadedSource | undefined> {
    const { path, file, hash } = source.summary
    const pictures = [...last.publicFolder.files].filter(isPictureFile)
    const { site, pool } = this.#options
    const found = await pool.read({ site, path, file, pictures })
    if (!('hash' in found)) return undefined
    return found.hash === hash ? source : toLoadedSource(found, source.records, true)
  }

  #readAll(held: Omit<HeldInput, 'pictures' | 'rows'> = {}): LoadedInput {
    const { site: dir, edition, cache, pool, firstRead } = this.#options
    if (firstRead && !this.#accepted)
      return loadSiteInput({ dir, edition, sets: cache, ...firstRead })
    const accepted = new Map(this.#accepted?.sources.map((source) => [source.file, source]))
    const ownCache: SetCache = {
      setEntries: cache.setEntries,
      readSource: async (file) => {
        const source = accepted.get(file)
        return source ? { summary: source.summary, pages: source.records } : cache.readSource(file)
      },
    }
    return loadSiteInput({
      dir,
      edition,
      reader: (pictures) => createCachedReader({ site: dir, cache: ownCache, pool }, pictures),
      sets: ownCache,
      held: { ...held, pictures: this.#pictures, rows: this.#rows },
    })
  }
}

type MakeOptions = {
  target?: RenderTarget
  reads?: ReadTarget
  pool?: WorkerPool
  onProgress?: (done: number, all: number) => void
  /** Called for each source once all its pages are made. */
  onSource?: (file: string, recordsOf: MadePages['recordsOf']) => void
}

type AcceptedPages = Pick<MadePages, 'records' | 'changedRoutes'>

const pickRecords = ({ summary }: LoadedSource, records: MadePages['records']) =>
  Object.fromEntries(
    summary.pages.flatMap(([route]) => (records.has(route) ? [[route, records.get(route)!]] : [])),
  )
