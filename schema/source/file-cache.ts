import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runWithCodeCache, writeFileAtomicSync } from './code-cache.mjs'

const diskCacheRoot = join(import.meta.dirname, '../../node_modules/.cache/signpost')
/** What is compiled of the program itself lies with its packages, and stays when caches are deleted; scripts/run.mjs keeps its bundles there. */
const compiledRoot = join(import.meta.dirname, '../../node_modules/.signpost')
/** How many files of one sort are kept. Thrown away too early, one is only made again. */
const maxFilesPerCategory = 20_000
/** Of so many states of the program, each with what was compiled of it, for switching between branches and sites. */
const maxCompiledFiles = 32

/** What is being made: whoever asks for it meanwhile waits for it. */
const pending = new Map<string, Promise<Buffer>>()

/** What is costly to make and follows from `key` alone: made once, and from then on read from the cache. */
export function memoizeOnDisk(
  sort: string,
  key: string | Uint8Array,
  make: () => Promise<Uint8Array>,
): Promise<Buffer> {
  const file = toCachePath(sort, key)
  const making =
    pending.get(file) ?? readOrCreateFile(sort, file, make).finally(() => pending.delete(file))
  pending.set(file, making)
  return making
}

async function readOrCreateFile(
  sort: string,
  file: string,
  make: () => Promise<Uint8Array>,
): Promise<Buffer> {
  const known = await readFile(file).catch(() => undefined)
  if (known) return known
  const made = Buffer.from(await make())
  await mkdir(join(diskCacheRoot, sort), { recursive: true })
  // A rename, so that a process that is killed leaves no half file, and two that make the same do no harm.
  const making = `${file}-${process.pid}.tmp`
  await writeFile(making, made)
  await rename(making, file)
  return made
}

/** The same for the code of an expression, at once. @returns its value. */
export function runCachedCode(sort: string, key: string, make: () => string): unknown {
  const file = toCachePath(sort, key, compiledRoot)
  return runWithCodeCache(readOrCreateFileSync(file, make), file, file)
}

function readOrCreateFileSync(file: string, make: () => string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const made = make()
    writeFileAtomicSync(file, made)
    void pruneFolder(dirname(file), maxCompiledFiles)
    return made
  }
}

const toCachePath = (sort: string, key: string | Uint8Array, folder = diskCacheRoot) =>
  join(folder, sort, createHash('sha256').update(key).digest('hex').slice(0, 32))

/** Whether anything of a sort has been made. */
export const hasCachedFiles = (sort: string): boolean => existsSync(join(diskCacheRoot, sort))

/** Removes the oldest files of a sort when there are too many. */
export const pruneCache = (sort: string, limit = maxFilesPerCategory): Promise<void> =>
  pruneFolder(join(diskCacheRoot, sort), limit)

async function pruneFolder(dir: string, limit: number): Promise<void> {
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
