import { readdir, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { findNearest } from '../nearest-name.ts'
import type { SourceFile } from '../parse-file.ts'
import { problemAt, type Place, type Problem } from '../problem.ts'
import { isOutside, parseCached, toName, type ParseCache } from '../read-site.ts'
import { readRows, type RowsFile } from './rows-file.ts'
import { listSets } from './list-sets.ts'

/** The files of rows that sets name, by the name that is written there. One that cannot be had is missing, and reported. */
export type RowFiles = Map<string, RowsFile>

/** @param dir the site's folder; nothing outside it is read. */
export async function readRowFiles(
  dir: string,
  sources: SourceFile[],
  cache: ParseCache,
  problems: Problem[],
): Promise<RowFiles> {
  const files: RowFiles = new Map()
  const root = await realpath(dir).catch(() => resolve(dir))
  for (const { name, place } of listNames(sources)) {
    if (files.has(name)) continue
    const file = await readOne(root, name, place, cache, problems)
    if (!file) continue
    files.set(name, file)
    problems.push(...file.problems)
  }
  return files
}

async function readOne(
  root: string,
  name: string,
  place: Place,
  cache: ParseCache,
  problems: Problem[],
): Promise<RowsFile | undefined> {
  const path = await realpath(join(root, name)).catch(() => join(root, name))
  if (isOutside(root, path)) {
    problems.push(
      problemAt(place, 'INCLUDE_OUTSIDE', `"${name}" lies outside the site's folder.`, {
        found: name,
      }),
    )
    return undefined
  }
  const bytes = await readFile(path).catch(() => undefined)
  if (!bytes) {
    const near = findNearest(basename(name), await readdir(dirname(path)).catch(() => []))
    const suggestion = near && toName(root, join(root, dirname(name), near))
    problems.push(
      problemAt(place, 'ROWS_MISSING', `There is no file "${name}".`, {
        expected: "a file below the site's folder",
        found: name,
        suggestion,
      }),
    )
    return undefined
  }
  return parseCached(cache, path, toName(root, path), bytes, readRows)
}

/** Every file that the `rows` of a set name, once each place. */
function listNames(sources: SourceFile[]): { name: string; place: Place }[] {
  return listSets(sources).flatMap(({ raw: { rows }, source, path }) => {
    const tables =
      typeof rows === 'object' && rows !== null && !Array.isArray(rows) ? Object.entries(rows) : []
    const at = (name: unknown, ...steps: string[]) =>
      typeof name === 'string' && name !== ''
        ? [{ name, place: { source, path: [...path, 'rows', ...steps] } }]
        : []
    return [...at(rows), ...tables.flatMap(([key, name]) => at(name, key))]
  })
}
