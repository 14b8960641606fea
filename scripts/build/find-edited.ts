import { join } from 'node:path'
import { readDates } from '../../schema/content-dates.ts'
import { listPublicFiles } from '../../schema/public-files.ts'
import { loadQuickChecks } from '../../schema/quick-check.ts'
import { isPicture } from '../../schema/read-pictures.ts'
import { readSite } from '../../schema/read-site.ts'
import type { Schema } from '../../schema/schema-walk.ts'
import {
  hashOf,
  hashOfFile,
  hasSameOutline,
  parseEntries,
  readUnchecked,
  sourceOnDisk,
  toSource,
  type SitePart,
  type UncheckedPart,
} from '../../schema/site-part.ts'
import type { BuildCache, PartRecord } from './build-cache.ts'
import type { LastBuild, LastPart } from './last-build.ts'
import { tryToRead } from './read-bytes.ts'
import { stateOfCopy } from './site-output.ts'
import { settledState } from './source-states.ts'

/** A file in which nothing has changed but what stands on some of its pages. @property record of the file as it was, and of what was made of it. */
export type EditedFile = { part: SitePart; record: PartRecord; pages: EditedPage[] }
/** @property entry a hash of it. */
export type EditedPage = { route: string; entry: string; raw: Record<string, unknown> }

/** What has changed since a build. @property parts its files as they are now. */
export type Edited = { parts: LastPart[]; files: EditedFile[] }

/** With more pages than these to be made again, all is read. */
const fewPages = 20

/** @param dir the site's folder. @returns undefined where more has changed than what stands on a few pages, or where that cannot be told by looking at these alone. */
export async function findEdited(
  dir: string,
  last: LastBuild,
  cache: BuildCache,
  schema: Schema,
): Promise<Edited | undefined> {
  if (!(await isSamePublic(join(dir, 'public'), last))) return undefined
  const dates = await readDates(dir)
  if (
    !dates.isEmpty ||
    dates.broken !== undefined ||
    !last.rows.every(([name, hash]) => isSameFile(join(dir, name), hash))
  )
    return undefined
  const sources = await readSources(dir, last)
  if (!sources || sources.changed.some(({ part: { file } }) => last.faulty.includes(file)))
    return undefined
  const files: EditedFile[] = []
  for (const changed of sources.changed) {
    const { part, before } = changed
    const record = await cache.readPart(part.file)
    const file =
      record?.part.hash === before.hash && record.part.path === part.path
        ? readEdited(changed, record, schema)
        : undefined
    if (!file) return undefined
    files.push(file)
  }
  return files.reduce((count, { pages }) => count + pages.length, 0) <= fewPages
    ? { parts: sources.parts, files }
    : undefined
}

async function isSamePublic(dir: string, { publicFiles }: LastBuild): Promise<boolean> {
  const found = [...(await listPublicFiles(dir))]
  return (
    found.length === publicFiles.length &&
    publicFiles.every(
      ([file, key], index) => found[index] === file && stateOfCopy(join(dir, file)) === key,
    )
  )
}

function isSameFile(path: string, hash: string): boolean {
  const bytes = tryToRead(path)
  return !(bytes instanceof Error) && hashOf(bytes) === hash
}

type Sources = {
  parts: LastPart[]
  changed: (UncheckedPart & { bytes: Buffer; before: LastPart })[]
}

/** Looks for the files of the site as whoever reads them does, and reads those that have changed. @returns undefined where others are read, or in another order. */
async function readSources(
  dir: string,
  { parts: last, publicFiles }: LastBuild,
): Promise<Sources | undefined> {
  const pictures = publicFiles.map(([file]) => file).filter(isPicture)
  const known = new Map(last.map((part) => [part.path, part]))
  const now = new Map<string, LastPart>()
  const changed: Sources['changed'] = []
  const unknown = Object.assign(new Error('unknown'), { code: 'ENOENT' })
  const { sources, problems } = await readSite(dir, async (path, file) => {
    const before = known.get(path)
    if (before?.file !== file) return unknown
    const asBefore = { ...sourceOnDisk(path, file), value: { include: before.include } }
    const state = settledState(path)
    now.set(path, { ...before, state })
    if (state !== undefined && state === before.state) return asBefore
    const bytes = tryToRead(path)
    if (bytes instanceof Error) return bytes
    const hash = hashOfFile(bytes)
    if (hash === before.hash) return asBefore
    const found = readUnchecked(path, file, bytes, pictures, hash)
    if (!found) return unknown
    now.set(path, { ...before, state, hash })
    // Where they are now, the next file will be.
    changed.push({ ...found, bytes: Buffer.from(bytes), before })
    return toSource(found.part)
  })
  const isSame =
    problems.length === 0 &&
    sources.length === last.length &&
    sources.every(({ file }, index) => file === last[index]!.file)
  return isSame ? { parts: last.map(({ path }) => now.get(path)!), changed } : undefined
}

/** Of a file in which nothing was wrong, only what is new can be: each page that has changed is read and validated alone. */
function readEdited(
  { part, bounds, bytes }: Sources['changed'][number],
  record: PartRecord,
  schema: Schema,
): EditedFile | undefined {
  if (!hasSameOutline(record.part, part)) return undefined
  const before = new Map(record.part.pages)
  const others = part.pages.flatMap(([route, entry], index) =>
    before.get(route) === entry ? [] : [{ route, entry, index }],
  )
  if (others.length > fewPages) return undefined
  const { whole: isValid } = loadQuickChecks(schema)
  const pages: EditedPage[] = []
  for (const { route, entry, index } of others) {
    const value = parseEntries(part.file, bytes, bounds[index]!, bounds[index + 1]!)?.value as
      | { pages?: Record<string, EditedPage['raw']> }
      | undefined
    const raw = value?.pages?.[route]
    if (!raw || !Object.hasOwn(record.pages, route) || !isValid(value)) return undefined
    pages.push({ route, entry, raw })
  }
  return { part, record, pages }
}
