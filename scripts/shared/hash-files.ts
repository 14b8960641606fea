import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describeFileState, isSettled } from '../../schema/source/file-state.ts'
import { writeFileAtomicSync } from '../../schema/util/file-cache.ts'
import { getProgramCacheFolder } from '../../schema/util/cache-folders.ts'

/**
 * Hashes the names and contents of files, except those whose names start with a dot, and the
 * version of Node. Skips missing files.
 * @param places Files and folders relative to `root`, or a folder and a pattern for its file names.
 * @param savedAs The name under which the hash is saved with the stats of the files, so that the
 *   next call reads no file if all are unchanged.
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
  return hashFiles(
    root,
    files.sort(),
    savedAs && join(getProgramCacheFolder(), `hash-${savedAs}.txt`),
  )
}

/** Vike writes such a file beside its settings, and deletes it, whenever it loads them. */
const transientFile = /\.build-[0-9a-f]+\.mjs$/

function listHashedFiles(root: string, path: string): string[] {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((file) => !/[\\/]\./.test(file.slice(path.length)) && !transientFile.test(file))
}

/** @param files Relative to `root`. @param savedFile Where to save the hash. */
export function hashFiles(root: string, files: string[], savedFile?: string): string {
  const startedAt = Date.now()
  const found = files.map((file) => statSync(join(root, file)))
  const states = found.map((stats, index) => `${files[index]} ${describeFileState(stats)}`)
  const state = [process.version, ...states].join('\n')
  const [savedHash, savedState] = savedFile === undefined ? [] : readSaved(savedFile)
  if (savedHash && savedState === state) return savedHash
  const hash = createHash('sha256').update(process.version)
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  const digest = hash.digest('hex')
  if (savedFile !== undefined && found.every((stats) => isSettled(stats, startedAt)))
    try {
      writeFileAtomicSync(savedFile, `${digest}\n${state}`)
    } catch {
      // On a read-only file system, every start reads the files.
    }
  return digest
}

/** @returns the hash and the stats */
function readSaved(file: string): string[] {
  try {
    const text = readFileSync(file, 'utf8')
    const end = text.indexOf('\n')
    return [text.slice(0, end), text.slice(end + 1)]
  } catch {
    return []
  }
}
