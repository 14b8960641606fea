import { realpath } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { listPublicFiles } from '../../../schema/source/list-public-files.ts'
import { isPictureFile } from '../../../schema/source/read-picture-infos.ts'
import type { PictureInfo } from '../../../schema/source/pictures.ts'
import { hasSameOutline } from '../../../schema/source/source-summary.ts'
import { createValidator, type Validator } from '../../../schema/validate/validate-file.ts'
import type { PageRecord } from '../cache/build-cache.ts'
import type { MadePages } from '../make/make-all-pages.ts'
import { planPages, type PagePlan } from '../make/plan-pages.ts'
import { toLoadedSource, createCachedReader, type LoadedSource } from '../read/read-sources.ts'
import type { SetCache } from '../read/set-sources.ts'
import { loadSiteInput, type LoadInputOptions, type SiteInput } from '../read/load-site-input.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'

type Options = Pick<LoadInputOptions, 'dir' | 'origin'> &
  Parameters<typeof createCachedReader>[0] & { cache: SetCache; pool: WorkerPool }

/** With more files than these, all that have changed are read side by side. */
const fewFiles = 20

/**
 * A site in the memory of a process that stays: what was read last, and what was made of it last. A save costs what the saved file
 * takes to be read; what it changes on other pages is told as a build tells it, by the plan.
 */
export class SiteSession {
  readonly #options: Options
  readonly #pictures = new Map<string, PictureInfo | undefined>()
  readonly #rows = new Map()
  #validator: Validator | undefined
  #last: SiteInput | undefined
  /** What was accepted: what all pages shared, and what was found wrong on which. */
  #accepted: { read: SiteInput; reported: MadePages['problemsByRoute'] } | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Takes over what was read and made of it: from now on, a page is made again when it would be another one than this. */
  accept(
    read: SiteInput,
    {
      records,
      problemsByRoute,
      changedRoutes,
    }: Pick<MadePages, 'records' | 'problemsByRoute' | 'changedRoutes'>,
  ): void {
    this.#last ??= read
    const known = new Set(this.#accepted?.read.sources)
    this.#accepted = { read, reported: problemsByRoute }
    for (const source of read.sources) {
      if (
        !source.isNew &&
        known.has(source) &&
        !source.summary.pages.some(([route]) => changedRoutes.has(route))
      )
        continue
      source.isNew = false
      source.records = Object.fromEntries(
        source.summary.pages.flatMap(([route]) =>
          records.has(route) ? [[route, records.get(route)!]] : [],
        ),
      )
    }
  }

  /**
   * Reads the site as it is now.
   * @param changed files and folders that may be others than when this was last asked. Left out, everything is read.
   */
  async read(changed?: Iterable<string>): ReturnType<typeof loadSiteInput> {
    const last = changed && this.#last
    const read = last
      ? await this.#readChanged(last, await listReal(changed))
      : await this.#readWhole()
    this.#last = read.sources ? read : undefined
    return read
  }

  /** What is to be made of a site that was read now. */
  plan({ sources, shared, plainInput }: SiteInput): PagePlan {
    const { read, reported = new Map() } = this.#accepted ?? {}
    // Where all that pages share is the same as before, a file that is the same has the same pages.
    const stays = new Set(
      read?.plainInput === plainInput
        ? sources.filter(
            ({ isNew, summary, records }) =>
              !isNew && summary.pages.every(([route]) => Object.hasOwn(records, route)),
          )
        : [],
    )
    const plan = planPages({
      sources: sources.filter((source) => !stays.has(source)),
      merged: shared.merged,
      shared: plainInput,
      entries: this.#options.cache.setEntries,
    })
    for (const { records } of stays)
      for (const [route, record] of Object.entries(records)) plan.kept.set(route, record)
    plan.problemsByRoute = new Map([...reported].filter(([route]) => plan.kept.has(route)))
    return plan
  }

  async #readChanged(last: SiteInput, changed: Set<string>): ReturnType<typeof loadSiteInput> {
    const again = await this.#readAgain(last, changed)
    const quick = again && applyBodyEdits(last, again, changed)
    if (quick) return quick
    const publicDir = join(this.#options.dir, 'public')
    const publicFiles =
      isAmong(changed, publicDir) || [...changed].some((path) => isBelow(path, publicDir))
        ? await listPublicFiles(publicDir)
        : last.publicFiles
    if (publicFiles !== last.publicFiles) this.#pictures.clear()
    // A picture that is new may be one that a file has been speaking of.
    const samePictures =
      [...publicFiles].filter(isPictureFile).join('\n') ===
      [...last.publicFiles].filter(isPictureFile).join('\n')
    const parts = new Map(
      last.sources
        .filter(({ summary }) => !isAmong(changed, summary.path))
        .map((source) => [source.summary.path, source]),
    )
    const part = samePictures ? (path: string) => again?.get(path) ?? parts.get(path) : undefined
    return this.#readWhole({ part, publicFiles, schema: last.shared.schema })
  }

  /** The files that have changed, read once more; undefined where they are many. */
  async #readAgain(
    last: SiteInput,
    changed: Set<string>,
  ): Promise<Map<string, LoadedSource> | undefined> {
    const known = last.sources.filter(
      ({ summary }) => summary.path !== '' && isAmong(changed, summary.path),
    )
    if (known.length > fewFiles) return undefined
    const { pool, schemaFile: schema } = this.#options
    const pictures = [...last.publicFiles].filter(isPictureFile)
    const again = new Map<string, LoadedSource>()
    for (const source of known) {
      const { path, file, hash } = source.summary
      const part = await pool.read({ path, file, schema, pictures })
      if ('hash' in part)
        again.set(
          path,
          part.hash === hash ? source : toLoadedSource(part, this.#toRecords(source), true),
        )
    }
    return again
  }

  /** Of a file that has changed, what was found wrong may stand in another line now: those of its pages are looked at again. */
  #toRecords({ records }: LoadedSource): Record<string, PageRecord> {
    const reported = this.#accepted?.reported
    return Object.fromEntries(
      Object.entries(records).map(([route, record]) => [
        route,
        reported?.has(route) ? { ...record, key: '' } : record,
      ]),
    )
  }

  #readWhole(
    held: { part?: (path: string) => LoadedSource | undefined } & Partial<
      Pick<SiteInput, 'publicFiles'>
    > & { schema?: SiteInput['shared']['schema'] } = {},
  ): ReturnType<typeof loadSiteInput> {
    const { cache } = this.#options
    const known = new Map(
      this.#accepted?.read.sources.map((source) => [source.summary.file, source]),
    )
    const { schema } = held
    const validator = schema && (() => (this.#validator ??= createValidator(schema)))
    const { dir, origin, pool, schemaFile } = this.#options
    const ours = {
      setEntries: cache.setEntries,
      readSource: async (file: string) => {
        const source = known.get(file)
        return source
          ? { summary: source.summary, pages: this.#toRecords(source) }
          : cache.readSource(file)
      },
    }
    return loadSiteInput({
      dir,
      origin,
      schemaFile,
      reader: (pictures) => createCachedReader({ cache: ours, pool, schemaFile }, pictures),
      sets: ours,
      onSettings: () => {},
      held: { ...held, pictures: this.#pictures, rows: this.#rows, validator },
    })
  }
}

/**
 * The same site with some of its files anew, where they have changed nothing but the bodies of pages: all else is as it was.
 * Undefined where that is not so.
 */
function applyBodyEdits(
  last: SiteInput,
  again: Map<string, LoadedSource>,
  changed: Set<string>,
): SiteInput | undefined {
  const before = new Map(last.sources.map((source) => [source.summary.path, source]))
  if ([...changed].some((path) => !again.has(path))) return undefined
  const fresh = [...again.values()].filter((source) => before.get(source.summary.path) !== source)
  if (
    !fresh.every((source) =>
      hasSameOutline(before.get(source.summary.path)!.summary, source.summary),
    )
  )
    return undefined
  // What was found wrong in such a file may stand in another line now.
  const files = new Set(fresh.map(({ file }) => file))
  if (
    [...last.problems, ...last.shared.shellFindings.problems].some(
      ({ file, setOrigin }) => files.has(file) || setOrigin,
    )
  )
    return undefined
  const pages = new Map(last.shared.merged.pages)
  for (const source of fresh) {
    for (const [route] of source.summary.pages) {
      const page = pages.get(route)!
      // Of a route that is given twice, the first one counts.
      if (page.location.source.file !== source.file) continue
      pages.set(route, {
        ...page,
        raw: (source.value as { pages: Record<string, typeof page.raw> }).pages[route]!,
        location: { ...page.location, source },
      })
    }
  }
  const merged = {
    ...last.shared.merged,
    pages,
    main: again.get(last.sources[0]!.summary.path) ?? last.shared.merged.main,
  }
  return {
    ...last,
    sources: last.sources.map((source) => again.get(source.summary.path) ?? source),
    shared: { ...last.shared, merged },
    problems: [...last.problems],
  }
}

const isBelow = (path: string, folder: string) => path.startsWith(folder + sep)
/** Whether a file, or a folder that it lies in, has changed. */
const isAmong = (changed: Set<string>, path: string) =>
  changed.has(path) || [...changed].some((folder) => isBelow(path, folder))

/** The paths, with what links on the way lead to: the folder is there where a file has gone. */
async function listReal(paths: Iterable<string>): Promise<Set<string>> {
  const real = (path: string) =>
    realpath(path).catch(async () =>
      join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path)),
    )
  return new Set(await Promise.all([...paths].map(real)))
}
