import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runCompiled, writeWhole } from './compiled-code.mjs'

const root = join(import.meta.dirname, '../node_modules/.cache/signpost')
/** What is compiled of the program itself lies with its packages, and stays when caches are deleted; scripts/run.mjs keeps its bundles there. */
const compiled = join(import.meta.dirname, '../node_modules/.signpost')
/** How many files of one sort are kept. Thrown away too early, one is only made again. */
const kept = 20_000
/** Of so many states of the program, each with what was compiled of it, for switching between branches and sites. */
const keptCodes = 32

/** What is being made: whoever asks for it meanwhile waits for it. */
const underWay = new Map<string, Promise<Buffer>>()

/** What is costly to make and follows from `key` alone: made once, and from then on read from the cache. */
export function cached(
  sort: string,
  key: string | Uint8Array,
  make: () => Promise<Uint8Array>,
): Promise<Buffer> {
  const file = fileOf(sort, key)
  const making =
    underWay.get(file) ?? readOrMakeLater(sort, file, make).finally(() => underWay.delete(file))
  underWay.set(file, making)
  return making
}

async function readOrMakeLater(
  sort: string,
  file: string,
  make: () => Promise<Uint8Array>,
): Promise<Buffer> {
  const known = await readFile(file).catch(() => undefined)
  if (known) return known
  const made = Buffer.from(await make())
  await mkdir(join(root, sort), { recursive: true })
  // A rename, so that a process that is killed leaves no half file, and two that make the same do no harm.
  const making = `${file}-${process.pid}.tmp`
  await writeFile(making, made)
  await rename(making, file)
  return made
}

/** The same for the code of an expression, at once. @returns its value. */
export function cachedCode(sort: string, key: string, make: () => string): unknown {
  const file = fileOf(sort, key, compiled)
  return runCompiled(readOrMake(file, make), file, file)
}

function readOrMake(file: string, make: () => string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const made = make()
    writeWhole(file, made)
    void prune(dirname(file), keptCodes)
    return made
  }
}

const fileOf = (sort: string, key: string | Uint8Array, folder = root) =>
  join(folder, sort, createHash('sha256').update(key).digest('hex').slice(0, 32))

/** Whether anything of a sort has been made. */
export const hasCached = (sort: string): boolean => existsSync(join(root, sort))

/** Removes the oldest files of a sort when there are too many. */
export const pruneCache = (sort: string, limit = kept): Promise<void> =>
  prune(join(root, sort), limit)

async function prune(dir: string, limit: number): Promise<void> {
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
