import { join } from 'node:path'
import { readDates } from '../../../schema/source/content-dates.ts'
import { listPublicFiles } from '../../../schema/source/list-public-files.ts'
import { loadFastChecks } from '../../../schema/fast/fast-validate.ts'
import { isPictureFile } from '../../../schema/source/read-picture-infos.ts'
import { readSiteSources } from '../../../schema/source/read-site-sources.ts'
import type { Schema } from '../../../schema/validate/walk-schema.ts'
import {
  shortHash,
  hasSameOutline,
  parsePageEntries,
  readUnvalidatedSource,
  createLazySource,
  toSourceFile,
  type SourceSummary,
  type UnvalidatedSource,
} from '../../../schema/source/source-summary.ts'
import type { BuildCache, SourceRecord } from '../cache/build-cache.ts'
import type { Snapshot, SnapshotSource } from '../cache/snapshot.ts'
import { tryReadBytes } from '../read/read-bytes.ts'
import { hashFileStats } from '../output/site-output.ts'
import { getSettledState } from '../read/file-states.ts'

/** A file in which nothing has changed but what stands on some of its pages. @property record of the file as it was, and of what was made of it. */
export type EditedFile = { part: SourceSummary; record: SourceRecord; pages: EditedPage[] }
/** @property entry a hash of it. */
type EditedPage = { route: string; entry: string; raw: Record<string, unknown> }

/** What has changed since a build. @property parts its files as they are now. */
export type Edited = { parts: SnapshotSource[]; files: EditedFile[] }

/** With more pages than these to be made again, all is read. */
const fewPages = 20

/** @param dir the site's folder. @returns undefined where more has changed than what stands on a few pages, or where that cannot be told by looking at these alone. */
export async function findEdited(
  dir: string,
  last: Snapshot,
  cache: BuildCache,
  schema: Schema,
): Promise<Edited | undefined> {
  if (!(await isSamePublic(join(dir, 'public'), last))) return undefined
  const dates = await readDates(dir)
  if (
    !dates.isEmpty ||
    dates.readError !== undefined ||
    !last.rows.every(([name, hash]) => isSameFile(join(dir, name), hash))
  )
    return undefined
  const sources = await readSources(dir, last)
  if (
    !sources ||
    sources.changed.some(({ summary: { file } }) => last.filesWithProblems.includes(file))
  )
    return undefined
  const files: EditedFile[] = []
  for (const changed of sources.changed) {
    const { summary, before } = changed
    const record = await cache.readSource(summary.file)
    const file =
      record?.summary.hash === before.hash && record.summary.path === summary.path
        ? readEdited(changed, record, schema)
        : undefined
    if (!file) return undefined
    files.push(file)
  }
  return files.reduce((count, { pages }) => count + pages.length, 0) <= fewPages
    ? { parts: sources.parts, files }
    : undefined
}

async function isSamePublic(dir: string, { publicFiles }: Snapshot): Promise<boolean> {
  const found = [...(await listPublicFiles(dir))]
  return (
    found.length === publicFiles.length &&
    publicFiles.every(
      ([file, key], index) => found[index] === file && hashFileStats(join(dir, file)) === key,
    )
  )
}

function isSameFile(path: string, hash: string): boolean {
  const bytes = tryReadBytes(path)
  return !(bytes instanceof Error) && shortHash(bytes) === hash
}

type Sources = {
  parts: SnapshotSource[]
  changed: (UnvalidatedSource & { bytes: Buffer; before: SnapshotSource })[]
}

/** Looks for the files of the site as whoever reads them does, and reads those that have changed. @returns undefined where others are read, or in another order. */
async function readSources(
  dir: string,
  { sources: last, publicFiles }: Snapshot,
): Promise<Sources | undefined> {
  const pictures = publicFiles.map(([file]) => file).filter(isPictureFile)
  const known = new Map(last.map((part) => [part.path, part]))
  const now = new Map<string, SnapshotSource>()
  const changed: Sources['changed'] = []
  const unknown = Object.assign(new Error('unknown'), { code: 'ENOENT' })
  const { sources, problems } = await readSiteSources(dir, async (path, file) => {
    const before = known.get(path)
    if (before?.file !== file) return unknown
    const asBefore = { ...createLazySource(path, file), value: { include: before.include } }
    const state = getSettledState(path)
    now.set(path, { ...before, state })
    if (state !== undefined && state === before.state) return asBefore
    const bytes = tryReadBytes(path)
    if (bytes instanceof Error) return bytes
    const hash = shortHash(bytes)
    if (hash === before.hash) return asBefore
    const found = readUnvalidatedSource(path, file, bytes, pictures, hash)
    if (!found) return unknown
    now.set(path, { ...before, state, hash })
    changed.push({ ...found, bytes, before })
    return toSourceFile(found.summary)
  })
  const isSame =
    problems.length === 0 &&
    sources.length === last.length &&
    sources.every(({ file }, index) => file === last[index]!.file)
  return isSame ? { parts: last.map(({ path }) => now.get(path)!), changed } : undefined
}

/** Of a file in which nothing was wrong, only what is new can be: each page that has changed is read and validated alone. */
function readEdited(
  { summary, entryOffsets, bytes }: Sources['changed'][number],
  record: SourceRecord,
  schema: Schema,
): EditedFile | undefined {
  if (!hasSameOutline(record.summary, summary)) return undefined
  const before = new Map(record.summary.pages)
  const others = summary.pages.flatMap(([route, entry], index) =>
    before.get(route) === entry ? [] : [{ route, entry, index }],
  )
  if (others.length > fewPages) return undefined
  const { whole: isValid } = loadFastChecks(schema)
  const pages: EditedPage[] = []
  for (const { route, entry, index } of others) {
    const value = parsePageEntries(
      summary.file,
      bytes,
      entryOffsets[index]!,
      entryOffsets[index + 1]!,
    )?.value as { pages?: Record<string, EditedPage['raw']> } | undefined
    const raw = value?.pages?.[route]
    if (!raw || !Object.hasOwn(record.pages, route) || !isValid(value)) return undefined
    pages.push({ route, entry, raw })
  }
  return { part: summary, record, pages }
}
