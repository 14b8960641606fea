import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * Hashes the names and contents of files, except those whose names start with a dot, and the
 * version of Node. Skips missing files.
 * @param places Files and folders relative to `root`, or a folder and a pattern for its file names.
 */
export function hashFiles(
  root: string,
  places: (string | [folder: string, endings: RegExp])[],
): string {
  const hash = createHash('sha256').update(process.version)
  const files = places.flatMap((place) =>
    typeof place === 'string'
      ? listHashedFiles(root, place)
      : listHashedFiles(root, place[0]).filter((file) => place[1].test(file)),
  )
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  return hash.digest('hex')
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
