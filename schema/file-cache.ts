import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../node_modules/.cache/signpost')
/** How many files of one sort are kept. Thrown away too early, one is only made again. */
const kept = 20_000

/** What is costly to make and follows from `key` alone: made once, and from then on read from the cache. */
export async function cached(sort: string, key: string | Uint8Array, make: () => Promise<Uint8Array>): Promise<Buffer> {
  const dir = join(root, sort)
  const file = join(dir, createHash('sha256').update(key).digest('hex').slice(0, 32))
  const known = await readFile(file).catch(() => undefined)
  if (known) return known
  const made = Buffer.from(await make())
  await mkdir(dir, { recursive: true })
  // A rename, so that a process that is killed leaves no half file, and two that make the same do no harm.
  const making = `${file}-${process.pid}.tmp`
  await writeFile(making, made)
  await rename(making, file)
  return made
}

/** Removes the oldest files of a sort when there are too many. */
export async function pruneCache(sort: string, limit = kept): Promise<void> {
  const dir = join(root, sort)
  const names = await readdir(dir).catch(() => [])
  if (names.length <= limit) return
  const ages = await Promise.all(names.map(async (name) => ({ name, time: await stat(join(dir, name)).then(({ mtimeMs }) => mtimeMs, () => 0) })))
  for (const { name } of ages.sort((a, b) => b.time - a.time).slice(limit / 2)) await rm(join(dir, name), { force: true })
}
