import { realpath } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { listPublicFiles } from '../../schema/public-files.ts'
import { isPicture } from '../../schema/read-pictures.ts'
import type { PictureInfo } from '../../schema/pictures.ts'
import { hasSameOutline } from '../../schema/site-part.ts'
import { createValidator, type Validator } from '../../schema/validate-file.ts'
import type { PageRecord } from './build-cache.ts'
import type { MadeSite } from './make-site.ts'
import { planPages, type Plan } from './plan-pages.ts'
import { toPartSource, wholeReader, type PartSource } from './read-parts.ts'
import type { KnownSets } from './set-parts.ts'
import { readWhole, type ReadOptions, type ReadSite } from './read-whole.ts'
import type { Pool } from './worker-pool.ts'

type Options = Pick<ReadOptions, 'dir' | 'origin'> &
  Parameters<typeof wholeReader>[0] & { cache: KnownSets; pool: Pool }

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
  #last: ReadSite | undefined
  /** What was accepted: what all pages shared, and what was found wrong on which. */
  #accepted: { read: ReadSite; reported: MadeSite['reported'] } | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Takes over what was read and made of it: from now on, a page is made again when it would be another one than this. */
  accept(
    read: ReadSite,
    { records, reported, changed }: Pick<MadeSite, 'records' | 'reported' | 'changed'>,
  ): void {
    this.#last ??= read
    const known = new Set(this.#accepted?.read.parts)
    this.#accepted = { read, reported }
    for (const source of read.parts) {
      if (
        !source.isNew &&
        known.has(source) &&
        !source.part.pages.some(([route]) => changed.has(route))
      )
        continue
      source.isNew = false
      source.records = Object.fromEntries(
        source.part.pages.flatMap(([route]) =>
          records.has(route) ? [[route, records.get(route)!]] : [],
        ),
      )
    }
  }

  /**
   * Reads the site as it is now.
   * @param changed files and folders that may be others than when this was last asked. Left out, everything is read.
   */
  async read(changed?: Iterable<string>): ReturnType<typeof readWhole> {
    const last = changed && this.#last
    const read = last
      ? await this.#readChanged(last, await listReal(changed))
      : await this.#readWhole()
    this.#last = read.parts ? read : undefined
    return read
  }

  /** What is to be made of a site that was read now. */
  plan({ parts, shared, input }: ReadSite): Plan {
    const { read, reported = new Map() } = this.#accepted ?? {}
    // Where all that pages share is the same as before, a file that is the same has the same pages.
    const stays = new Set(
      read?.input === input
        ? parts.filter(
            ({ isNew, part, records }) =>
              !isNew && part.pages.every(([route]) => Object.hasOwn(records, route)),
          )
        : [],
    )
    const plan = planPages({
      sources: parts.filter((source) => !stays.has(source)),
      merged: shared.merged,
      shared: input,
      entries: this.#options.cache.entries,
    })
    for (const { records } of stays)
      for (const [route, record] of Object.entries(records)) plan.kept.set(route, record)
    plan.reported = new Map([...reported].filter(([route]) => plan.kept.has(route)))
    return plan
  }

  async #readChanged(last: ReadSite, changed: Set<string>): ReturnType<typeof readWhole> {
    const again = await this.#readAgain(last, changed)
    const quick = again && takeUp(last, again, changed)
    if (quick) return quick
    const publicDir = join(this.#options.dir, 'public')
    const publicFiles =
      isAmong(changed, publicDir) || [...changed].some((path) => isBelow(path, publicDir))
        ? await listPublicFiles(publicDir)
        : last.publicFiles
    if (publicFiles !== last.publicFiles) this.#pictures.clear()
    // A picture that is new may be one that a file has been speaking of.
    const samePictures =
      [...publicFiles].filter(isPicture).join('\n') ===
      [...last.publicFiles].filter(isPicture).join('\n')
    const parts = new Map(
      last.parts
        .filter(({ part }) => !isAmong(changed, part.path))
        .map((source) => [source.part.path, source]),
    )
    const part = samePictures ? (path: string) => again?.get(path) ?? parts.get(path) : undefined
    return this.#readWhole({ part, publicFiles, schema: last.shared.schema })
  }

  /** The files that have changed, read once more; undefined where they are many. */
  async #readAgain(
    last: ReadSite,
    changed: Set<string>,
  ): Promise<Map<string, PartSource> | undefined> {
    const known = last.parts.filter(({ part }) => part.path !== '' && isAmong(changed, part.path))
    if (known.length > fewFiles) return undefined
    const { pool, schemaFile: schema } = this.#options
    const pictures = [...last.publicFiles].filter(isPicture)
    const again = new Map<string, PartSource>()
    for (const source of known) {
      const { path, file, hash } = source.part
      const part = await pool.read({ path, file, schema, pictures })
      if ('hash' in part)
        again.set(
          path,
          part.hash === hash ? source : toPartSource(part, this.#toRecords(source), true),
        )
    }
    return again
  }

  /** Of a file that has changed, what was found wrong may stand in another line now: those of its pages are looked at again. */
  #toRecords({ records }: PartSource): Record<string, PageRecord> {
    const reported = this.#accepted?.reported
    return Object.fromEntries(
      Object.entries(records).map(([route, record]) => [
        route,
        reported?.has(route) ? { ...record, key: '' } : record,
      ]),
    )
  }

  #readWhole(
    held: { part?: (path: string) => PartSource | undefined } & Partial<
      Pick<ReadSite, 'publicFiles'>
    > & { schema?: ReadSite['shared']['schema'] } = {},
  ): ReturnType<typeof readWhole> {
    const { cache } = this.#options
    const known = new Map(this.#accepted?.read.parts.map((source) => [source.part.file, source]))
    const { schema } = held
    const validator = schema && (() => (this.#validator ??= createValidator(schema)))
    const { dir, origin, pool, schemaFile } = this.#options
    const ours = {
      entries: cache.entries,
      readPart: async (file: string) => {
        const source = known.get(file)
        return source ? { part: source.part, pages: this.#toRecords(source) } : cache.readPart(file)
      },
    }
    return readWhole({
      dir,
      origin,
      schemaFile,
      reader: (pictures) => wholeReader({ cache: ours, pool, schemaFile }, pictures),
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
function takeUp(
  last: ReadSite,
  again: Map<string, PartSource>,
  changed: Set<string>,
): ReadSite | undefined {
  const before = new Map(last.parts.map((source) => [source.part.path, source]))
  if ([...changed].some((path) => !again.has(path))) return undefined
  const fresh = [...again.values()].filter((source) => before.get(source.part.path) !== source)
  if (!fresh.every((source) => hasSameOutline(before.get(source.part.path)!.part, source.part)))
    return undefined
  // What was found wrong in such a file may stand in another line now.
  const files = new Set(fresh.map(({ file }) => file))
  if (
    [...last.problems, ...last.shared.shell.problems].some(
      ({ file, made }) => files.has(file) || made,
    )
  )
    return undefined
  const pages = new Map(last.shared.merged.pages)
  for (const source of fresh) {
    for (const [route] of source.part.pages) {
      const page = pages.get(route)!
      // Of a route that is given twice, the first one counts.
      if (page.place.source.file !== source.file) continue
      pages.set(route, {
        ...page,
        raw: (source.value as { pages: Record<string, typeof page.raw> }).pages[route]!,
        place: { ...page.place, source },
      })
    }
  }
  const merged = {
    ...last.shared.merged,
    pages,
    main: again.get(last.parts[0]!.part.path) ?? last.shared.merged.main,
  }
  return {
    ...last,
    parts: last.parts.map((source) => again.get(source.part.path) ?? source),
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
