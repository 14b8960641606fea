import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { MissingSite } from '../../../schema/compose-site.ts'
import type { PictureInfo } from '../../../schema/source/pictures.ts'
import { listPublicFiles, type PublicFolder } from '../../../schema/source/list-public-files.ts'
import { isPictureFile } from '../../../schema/source/read-picture-infos.ts'
import { isUnsaved } from '../../../schema/source/text/source-bytes.ts'
import type { SiteEdition } from '../../../schema/site-edition.ts'
import type { ResolvedSite } from '../../../schema/resolve/resolve-site.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'
import { readWhenSaved } from '../../watch/read-when-saved.ts'
import type { PageRecord } from '../cache/records.ts'
import { makeAllPages } from '../make/make-all-pages.ts'
import type { MadePages } from '../make/made-pages.ts'
import { planPages, type PagePlan } from '../make/plan-pages.ts'
import type { FileCheck } from '../output/output-file.ts'
import { includesPath, isBelow, resolveLinks } from '../read/changed-paths.ts'
import { holdUnchanged } from '../read/hold-unchanged.ts'
import { loadSiteInput, type HeldInput, type LoadInputOptions } from '../read/load-site-input.ts'
import { resolveWholeSite } from '../read/resolve-pages.ts'
import type { SiteInput } from '../read/site-input.ts'
import { createCachedReader } from '../read/read-sources.ts'
import type { LoadedSource } from '../read/loaded-source.ts'
import type { SetCache } from '../read/site-input.ts'
import type { ReadTarget, RenderTarget } from '../workers/tasks.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'
import { applyBodyEdits } from './apply-body-edits.ts'
import type { BodyEdits } from './find-body-edits.ts'
import { findEditsSince } from './find-edits-since.ts'

export type SessionOptions = {
  /** The site's folder. */
  site: string
  edition?: SiteEdition
  /** What earlier sessions left. */
  cache: SetCache
  pool: WorkerPool
  /** How the sources are read until the first update is accepted. Left out, every file is read whole. */
  firstRead?: FirstRead
  /** Whether problems of pages get a `pendingLocation`, for `locatePrintedProblems`. */
  locatesLater?: boolean
  /** Reports notes too. */
  reportNotes?: boolean
  /** See `SharedInput`. */
  forComparison?: boolean
}

/** The part of `LoadInputOptions` that differs between commands. */
export type FirstRead = Pick<LoadInputOptions, 'reader' | 'shard' | 'recordsDates' | 'onSettings'>

export type LoadedInput = Promise<SiteInput | MissingSite>

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
    const input = last ? await this.#readSaved(last, changed) : await this.#readAll()
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

  async #readSaved(last: SiteInput, changed: Iterable<string>): LoadedInput {
    const paths = await resolveLinks(changed)
    const onDisk = [...paths].filter((path) => !isUnsaved(path))
    return readWhenSaved(onDisk, () => this.#readChanged(last, paths))
  }

  async #readChanged(last: SiteInput, changed: Set<string>): LoadedInput {
    const edits = await findEditsSince(last, this.#options.site, changed)
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
    const held = hasSamePictures ? await holdUnchanged(last, changed, this.#options) : undefined
    return this.#readAll({ findSource: held, publicFolder, schema: last.shared.schema })
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
