import { tryReadSourceBytes } from '../../../schema/source/text/source-bytes.ts'
import { loadFastChecks } from '../../../schema/fast/fast-validate.ts'
import { isPictureFile } from '../../../schema/source/read-picture-infos.ts'
import { readSiteSources } from '../../../schema/source/read-site-sources.ts'
import { createLazySource, toSourceFile } from '../../../schema/source/lazy-source.ts'
import { hasSameOutline, type SourceSummary } from '../../../schema/source/source-summary.ts'
import { PageEntries } from '../../../schema/source/page-entries.ts'
import {
  readUnvalidatedSource,
  type UnvalidatedSource,
} from '../../../schema/source/source-outline.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import type { Schema } from '../../../schema/validate/json-schema.ts'
import type { SourceRecord } from '../cache/records.ts'
import type { KnownSource } from '../cache/snapshot.ts'
import { getSettledState } from '../read/file-states.ts'

/** An edit that changes nothing but the bodies of a few pages: no other page depends on it. */
export type BodyEdits = { sources: KnownSource[]; files: EditedFile[] }

/**
 * @property summary of the file now. @property record of the file before the edit, with its pages.
 */
export type EditedFile = { summary: SourceSummary; record: SourceRecord; pages: EditedPage[] }
/**
 * An edited page, or another one in its file, whose reported problem may have moved.
 * @property entry a hash of the page's entry.
 */
type EditedPage = { route: string; entry: string; raw: Record<string, unknown> }

/** The state that the sources are compared with. */
export type KnownSources = {
  sources: KnownSource[]
  publicFiles: Iterable<string>
  /** Files with a reported problem that is not of a page: an edit may move or solve it. */
  filesWithProblems: Set<string>
  readRecord(file: string): Promise<SourceRecord | undefined>
}

/** If more pages than this were edited, a full update follows. */
const maxEditedPages = 100

/**
 * Finds what has been edited since a known state.
 * @param dir the site's folder.
 * @param changed paths that may have changed; every source is compared when left out.
 * @returns undefined when anything but page bodies has changed, or may have.
 */
export async function findBodyEdits(
  dir: string,
  known: KnownSources,
  schema: Schema,
  changed?: Set<string>,
): Promise<BodyEdits | undefined> {
  const found = changed ? readChanged(known, changed) : await readDifferent(dir, known)
  if (!found || found.edited.some(({ summary: { file } }) => known.filesWithProblems.has(file)))
    return undefined
  const files: EditedFile[] = []
  for (const edited of found.edited) {
    const { summary, before } = edited
    const record = await known.readRecord(summary.file)
    const isSameFile = record?.summary.hash === before.hash && record.summary.path === summary.path
    const file = isSameFile ? findEditedPages(edited, record, schema) : undefined
    if (!file) return undefined
    files.push(file)
  }
  const pageCount = files.reduce((count, { pages }) => count + pages.length, 0)
  return pageCount <= maxEditedPages ? { sources: found.sources, files } : undefined
}

type EditedSource = UnvalidatedSource & { bytes: Buffer; before: KnownSource }
type FoundSources = { sources: KnownSource[]; edited: EditedSource[] }

/** Compares the files at some paths. */
function readChanged(known: KnownSources, changed: Set<string>): FoundSources | undefined {
  const byPath = new Map(known.sources.map((source) => [source.path, source]))
  const now = new Map<string, KnownSource>()
  const edited: EditedSource[] = []
  for (const path of changed) {
    const before = byPath.get(path)
    const found = before && compareSource(before, known)
    if (!found) return undefined
    now.set(path, found.source)
    if (found.edited) edited.push(found.edited)
  }
  return { sources: known.sources.map((source) => now.get(source.path) ?? source), edited }
}

/** Looks for the site's files as a full read does, and compares each. */
async function readDifferent(dir: string, known: KnownSources): Promise<FoundSources | undefined> {
  const byPath = new Map(known.sources.map((source) => [source.path, source]))
  const now = new Map<string, KnownSource>()
  const edited: EditedSource[] = []
  const unknown = Object.assign(new Error('unknown'), { code: 'ENOENT' })
  const { sources, problems } = await readSiteSources(dir, async (path, file) => {
    const before = byPath.get(path)
    const found = before?.file === file ? compareSource(before, known) : undefined
    if (!found) return unknown
    now.set(path, found.source)
    if (!found.edited)
      return { ...createLazySource(path, file), value: { include: before!.include } }
    edited.push(found.edited)
    return toSourceFile(found.edited.summary)
  })
  const isSame =
    problems.length === 0 &&
    sources.length === known.sources.length &&
    sources.every(({ file }, index) => file === known.sources[index]!.file)
  return isSame ? { sources: known.sources.map(({ path }) => now.get(path)!), edited } : undefined
}

/** @returns undefined when the file cannot be read, or not by its indentation alone. */
function compareSource(
  before: KnownSource,
  { publicFiles }: KnownSources,
): { source: KnownSource; edited?: EditedSource } | undefined {
  const { path, file } = before
  const state = getSettledState(path)
  const source = { ...before, state }
  if (state !== undefined && state === before.state) return { source }
  const bytes = tryReadSourceBytes(path)
  if (bytes instanceof Error) return undefined
  const hash = shortHash(bytes)
  if (hash === before.hash) return { source }
  const pictures = [...publicFiles].filter(isPictureFile)
  const found = readUnvalidatedSource(path, file, bytes, pictures, hash)
  return (
    found && {
      source: { ...source, hash },
      edited: { ...found, bytes, before },
    }
  )
}

/**
 * Validates the edited pages one by one. The rest of the file had no problem, and still has none.
 */
function findEditedPages(
  { summary, entryOffsets, bytes }: EditedSource,
  record: SourceRecord,
  schema: Schema,
): EditedFile | undefined {
  if (!hasSameOutline(record.summary, summary)) return undefined
  const before = new Map(record.summary.pages)
  const hasMoved = createMoveDetector(bytes)
  const edited = summary.pages.flatMap(([route, entry], index) =>
    before.get(route) === entry && !hasMoved(record.pages[route]?.problems)
      ? []
      : [{ route, entry, index }],
  )
  if (edited.length > maxEditedPages) return undefined
  const { whole: isValid } = loadFastChecks(schema)
  const entries = new PageEntries(summary.file, bytes)
  const pages: EditedPage[] = []
  for (const { route, entry, index } of edited) {
    const value = entries.parseRange(entryOffsets[index]!, entryOffsets[index + 1]!)?.value
    const raw = (value as { pages?: Record<string, EditedPage['raw']> } | undefined)?.pages?.[route]
    if (!raw || !Object.hasOwn(record.pages, route) || !isValid(value)) return undefined
    pages.push({ route, entry, raw })
  }
  return { summary, record, pages }
}

/** Detects problems whose line has changed, because an edit above them adds or deletes lines. */
function createMoveDetector(bytes: Buffer): (problems?: Problem[]) => boolean {
  let lines: string[] | undefined
  return (problems = []) => {
    if (problems.length > 0) lines ??= bytes.toString().split(/\r?\n/)
    return problems.some(
      ({ pendingLocation, line, excerpt }) =>
        !pendingLocation && (line === undefined || lines?.[line - 1] !== excerpt),
    )
  }
}
