import { readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { findNearestName } from '../validate/nearest-name.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import { resolveInside } from '../util/resolve-inside.ts'
import { toRelativeName } from '../util/site-paths.ts'
import { reportUnsafePath } from '../source/report-unsafe-path.ts'
import { tryReadSourceBytes } from '../source/text/source-bytes.ts'
import { parseRowFile } from '../tables/parse-row-file.ts'
import { asRecord } from '../util/records.ts'
import { listSets } from './list-sets.ts'
import type { SourceFile, SourceLocation } from '../problems/location.ts'
import type { RowFile } from '../tables/table.ts'

/**
 * Row files by the names that sets, facts and settings use for them. Files that cannot be read are omitted and
 * reported.
 */
export type RowFiles = Map<string, RowFile>

/** Parsed row files by path. An entry is valid while the bytes of the file are the same. */
export type RowFileCache = Map<string, { bytes: Uint8Array; source: RowFile }>

/**
 * Reads the row files that sets, tables of facts and the settings refer to.
 * @param dir the site's folder; files outside it are not read
 */
export async function readRowFiles(
  dir: string,
  sources: SourceFile[],
  cache: RowFileCache,
  problems: Problem[],
): Promise<RowFiles> {
  const files: RowFiles = new Map()
  const root = await realpath(dir).catch(() => resolve(dir))
  for (const { name, location } of listRowFileNames(sources)) {
    if (files.has(name)) continue
    const file = await readRowFile(root, name, location, cache, problems)
    if (!file) continue
    files.set(name, file)
    problems.push(...file.problems)
  }
  return files
}

async function readRowFile(
  root: string,
  name: string,
  location: SourceLocation,
  cache: RowFileCache,
  problems: Problem[],
): Promise<RowFile | undefined> {
  const { path: written, refused } = resolveInside(root, name, { climbs: true })
  if (refused !== undefined) {
    problems.push(reportUnsafePath(location, name, refused))
    return undefined
  }
  const names = await readdir(dirname(written)).catch(() => [])
  // Archives from a Mac have é in file names as e and an accent.
  const own = names.find((each) => each.normalize() === basename(written)) ?? basename(written)
  const path = join(dirname(written), own)
  const bytes = tryReadSourceBytes(path)
  if (bytes instanceof Error && bytes.code !== 'ENOENT' && bytes.code !== 'ENOTDIR') {
    const reason = bytes.code === 'EISDIR' ? 'is a folder' : `cannot be read (${bytes.code})`
    const details = { expected: 'a .csv, .json or .yaml file', found: name }
    problems.push(problemAt(location, 'ROWS_UNREADABLE', `"${name}" ${reason}.`, details))
    return undefined
  }
  if (bytes instanceof Error) {
    const near = findNearestName(basename(name), names)
    const suggestion = near && toRelativeName(root, join(root, dirname(name), near))
    problems.push(
      problemAt(location, 'ROWS_NOT_FOUND', `The file "${name}" does not exist.`, {
        expected: "a file in the site's folder",
        found: name,
        suggestion,
        ...(/^https?:/.test(name) && { fix: 'Download the table into the folder data/.' }),
      }),
    )
    return undefined
  }
  const cached = cache.get(path)
  if (cached && Buffer.compare(cached.bytes, bytes) === 0) return cached.source
  const source = parseRowFile(toRelativeName(root, path), bytes)
  cache.set(path, { bytes, source })
  return source
}

type NamedRowFile = { name: string; location: SourceLocation }

/** Lists every file name of a table with its location, including repeated names. */
const listRowFileNames = (sources: SourceFile[]): NamedRowFile[] => [
  ...listReviewFileNames(sources),
  ...listFactTableNames(sources),
  ...listSetTableNames(sources),
]

const listReviewFileNames = ([source]: SourceFile[]): NamedRowFile[] => {
  const { reviews: name } = asRecord(asRecord(source?.value).site)
  if (!source || typeof name !== 'string' || name === '') return []
  return [{ name, location: { source, path: ['site', 'reviews'] } }]
}

const listFactTableNames = (sources: SourceFile[]): NamedRowFile[] =>
  sources.flatMap((source) =>
    Object.entries(asRecord(asRecord(source.value).facts)).flatMap(([fact, entry]) => {
      const { table: name } = asRecord(entry)
      if (typeof name !== 'string' || name === '') return []
      return [{ name, location: { source, path: ['facts', fact, 'table'] } }]
    }),
  )

function listSetTableNames(sources: SourceFile[]): NamedRowFile[] {
  return listSets(sources).flatMap(({ raw: { rows }, source, path }) => {
    const at = (name: unknown, ...steps: string[]) =>
      typeof name === 'string' && name !== ''
        ? [{ name, location: { source, path: [...path, 'rows', ...steps] } }]
        : []
    return [...at(rows), ...Object.entries(asRecord(rows)).flatMap(([key, name]) => at(name, key))]
  })
}
