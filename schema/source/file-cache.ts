import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { threadId } from 'node:worker_threads'
import { getCacheFolder, getProgramCacheFolder } from '../util/cache-folders.ts'

/** The oldest files of a category are deleted above this number, and recreated when needed. */
const maxFilesPerCategory = 20_000
/** Enough to switch between several branches and sites without recompiling. */
const maxCompiledFiles = 32

/** Files being created. Concurrent callers share the same promise. */
const pending = new Map<string, Promise<Buffer>>()

/** The number of files that this process has created, by category. */
const createdCounts = new Map<string, number>()

export const countCreatedFiles = (category: string): number => createdCounts.get(category) ?? 0

/**
 * Returns the cached file of a category and key, or creates it.
 * @param key everything that the content depends on
 */
export function memoizeOnDisk(
  category: string,
  key: string | Uint8Array,
  create: () => Promise<Uint8Array>,
): Promise<Buffer> {
  const file = toCachePath(category, key)
  const pendingFile =
    pending.get(file) ??
    readOrCreateFile(category, file, create).finally(() => pending.delete(file))
  pending.set(file, pendingFile)
  return pendingFile
}

/**
 * Like `memoizeOnDisk`, for a library that reads the file itself.
 * @returns the path of the file
 * @throws if the file is missing and can't be written
 */
export async function createCachedFile(
  category: string,
  key: string,
  create: () => Promise<Uint8Array>,
): Promise<string> {
  const file = toCachePath(category, key)
  if (existsSync(file)) return file
  const created = await memoizeOnDisk(category, key, create)
  if (!existsSync(file)) await writeFile(file, created)
  return file
}

async function readOrCreateFile(
  category: string,
  file: string,
  create: () => Promise<Uint8Array>,
): Promise<Buffer> {
  const known = await readFile(file).catch(() => undefined)
  if (known) return known
  const created = Buffer.from(await create())
  createdCounts.set(category, countCreatedFiles(category) + 1)
  const temporaryFile = `${file}-${process.pid}.tmp`
  try {
    await mkdir(join(getCacheFolder(), category), { recursive: true })
    // Renaming leaves no partial file if the process is killed, and is safe with several processes.
    await writeFile(temporaryFile, created)
    await rename(temporaryFile, file)
  } catch {
    // If the disk is full, the next step that needs space reports it.
    await rm(temporaryFile, { force: true }).catch(() => {})
  }
  return created
}

/**
 * Evaluates a cached expression synchronously.
 * @param create returns the source of the expression
 * @returns the value of the expression
 */
export function runCachedCode(category: string, key: string, create: () => string): unknown {
  const file = toCachePath(category, key, getProgramCacheFolder())
  return new Script(readOrCreateFileSync(file, create), { filename: file }).runInThisContext()
}

function readOrCreateFileSync(file: string, create: () => string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const created = create()
    try {
      writeFileAtomicSync(file, created)
      void pruneFolder(dirname(file), maxCompiledFiles)
    } catch {
      // The file system is read-only, so every start creates it.
    }
    return created
  }
}

/**
 * Writes a temporary file and renames it, so that a killed process leaves no partial file.
 * Synchronously: content that waits to be written would stay in memory.
 * @param mode who may read the file; everybody by default
 */
export function writeFileAtomicSync(
  file: string,
  content: string | Uint8Array,
  mode?: number,
): void {
  mkdirSync(dirname(file), { recursive: true })
  const temporaryFile = `${file}-${process.pid}-${threadId}.tmp`
  writeFileSync(temporaryFile, content, { mode })
  renameSync(temporaryFile, file)
}

const toCachePath = (category: string, key: string | Uint8Array, folder = getCacheFolder()) =>
  join(folder, category, createHash('sha256').update(key).digest('hex').slice(0, 32))

/** Whether the cache has any files of a category. */
export const hasCachedFiles = (category: string): boolean =>
  existsSync(join(getCacheFolder(), category))

/** Deletes the oldest files of a category when there are more than `limit`. */
export const pruneCache = (category: string, limit = maxFilesPerCategory): Promise<void> =>
  pruneFolder(join(getCacheFolder(), category), limit)

/** Deletes the oldest files of a folder when there are more than `limit`. */
export async function pruneFolder(dir: string, limit: number): Promise<void> {
  const names = await readdir(dir).catch(() => [])
  if (names.length <= limit) return
  const ages = await Promise.all(
    names.map(async (name) => ({
      name,
      time: await stat(join(dir, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  )
  for (const { name } of ages.sort((a, b) => b.time - a.time).slice(limit / 2))
    await rm(join(dir, name), { force: true })
}
