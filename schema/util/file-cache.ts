import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { threadId } from 'node:worker_threads'
import { getCacheFolder, getProgramCacheFolder } from './cache-folders.ts'

/** The oldest files of a category are deleted above this number, and recreated when needed. */
const maxFilesPerCategory = 20_000
/** Enough to switch between several branches and sites without recompiling. */
const maxCompiledFiles = 32

/**
 * Files that can be made again, by key. A killed process leaves no partial file, several processes
 * may use the same store, and one on a full or read-only disk stays empty.
 */
export class FileStore {
  readonly #folder: string

  constructor(category: string, folder = getCacheFolder()) {
    this.#folder = join(folder, category)
  }

  /** @param key everything that the content depends on */
  locate(key: string | Uint8Array): string {
    return join(this.#folder, createHash('sha256').update(key).digest('hex').slice(0, 32))
  }

  get isEmpty(): boolean {
    return !existsSync(this.#folder)
  }

  get(key: string | Uint8Array): Buffer | undefined {
    try {
      return readFileSync(this.locate(key))
    } catch {
      return undefined
    }
  }

  /** Synchronously: content that waits to be written would stay in memory. */
  put(key: string | Uint8Array, content: string | Uint8Array): void {
    try {
      writeFileAtomicSync(this.locate(key), content)
    } catch {
      // The next step that needs space reports it.
    }
  }

  /** Deletes all files but those of these keys. */
  retain(keys: string[]): void {
    const kept = new Set(keys.map((key) => this.locate(key)))
    for (const name of this.#names())
      if (!kept.has(join(this.#folder, name))) rmSync(join(this.#folder, name), { force: true })
  }

  /** Deletes the older half of the files when there are more than `limit`. */
  prune(limit = maxFilesPerCategory): void {
    const paths = this.#names().map((name) => join(this.#folder, name))
    if (paths.length <= limit) return
    const ages = paths.map((path) => {
      const time = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
      return { path, time }
    })
    for (const { path } of ages.sort((a, b) => b.time - a.time).slice(limit / 2))
      rmSync(path, { force: true })
  }

  #names(): string[] {
    return this.isEmpty ? [] : readdirSync(this.#folder)
  }
}

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
  folder = getCacheFolder(),
): Promise<Buffer> {
  const store = new FileStore(category, folder)
  const file = store.locate(key)
  const pendingFile =
    pending.get(file) ??
    readOrCreate(store, category, key, create).finally(() => pending.delete(file))
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
  folder: string,
): Promise<string> {
  const file = new FileStore(category, folder).locate(key)
  if (existsSync(file)) return file
  const created = await memoizeOnDisk(category, key, create, folder)
  if (!existsSync(file)) await writeFile(file, created)
  return file
}

async function readOrCreate(
  store: FileStore,
  category: string,
  key: string | Uint8Array,
  create: () => Promise<Uint8Array>,
): Promise<Buffer> {
  const known = await readFile(store.locate(key)).catch(() => undefined)
  if (known) return known
  const created = Buffer.from(await create())
  createdCounts.set(category, countCreatedFiles(category) + 1)
  store.put(key, created)
  return created
}

/**
 * Evaluates a cached expression synchronously.
 * @param create returns the source of the expression
 * @returns the value of the expression
 */
export function runCachedCode(category: string, key: string, create: () => string): unknown {
  const store = new FileStore(category, getProgramCacheFolder())
  let source = store.get(key)?.toString()
  if (source === undefined) {
    source = create()
    store.put(key, source)
    store.prune(maxCompiledFiles)
  }
  return new Script(source, { filename: store.locate(key) }).runInThisContext()
}

/**
 * Writes a temporary file and renames it, so that a killed process leaves no partial file.
 * @param mode who may read the file; everybody by default
 */
export function writeFileAtomicSync(
  file: string,
  content: string | Uint8Array,
  mode?: number,
): void {
  mkdirSync(dirname(file), { recursive: true })
  const temporaryFile = `${file}-${process.pid}-${threadId}.tmp`
  try {
    writeFileSync(temporaryFile, content, { mode })
    renameSync(temporaryFile, file)
  } catch (error) {
    rmSync(temporaryFile, { force: true })
    throw error
  }
}
