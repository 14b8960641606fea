import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { getCompiledFolder } from '../../schema/util/cache-folders.ts'
import { hashFiles } from '../launch/hash-files.mjs'

/**
 * Hashes the names and contents of files, except those whose names start with a dot, and the
 * version of Node. Skips missing files.
 * @param places Files and folders relative to `root`, or a folder and a pattern for its file names.
 * @param savedAs The name under which the hash is saved; see `hashFiles`.
 */
export function hashPlaces(
  root: string,
  places: (string | [folder: string, endings: RegExp])[],
  savedAs?: string,
): string {
  const files = places.flatMap((place) =>
    typeof place === 'string'
      ? listHashedFiles(root, place)
      : listHashedFiles(root, place[0]).filter((file) => place[1].test(file)),
  )
  const savedFile = savedAs && join(getCompiledFolder(), `hash-${savedAs}.txt`)
  return hashFiles(root, files.sort(), savedFile)
}

function listHashedFiles(root: string, path: string): string[] {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true }).filter(
    (entry) => !entry.isDirectory(),
  )
  return entries
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((file) => !/[\\/]\./.test(file.slice(path.length)))
}
