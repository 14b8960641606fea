import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { pruneFolder, writeFileAtomicSync } from '../../../schema/source/file-cache.ts'
import { getProgramCacheFolder } from '../../../schema/util/cache-folders.ts'
import { hashFiles } from '../../shared/hash-files.ts'

/** Enough to switch between several sites with blocks of their own. */
const maxKept = 16

/** @property inputs the files it was made of, relative to the project */
type Kept<Value> = { value: Value; inputs: string[] }
type Stored<Value> = Kept<Value> & { hash: string }

/**
 * Reads what an earlier process made of the same files.
 * @param key everything else that the value depends on
 */
export async function readKept<Value>(root: string, key: string): Promise<Kept<Value> | undefined> {
  try {
    const { hash, ...kept } = deserialize(await readFile(locate(key))) as Stored<Value>
    return hashFiles(root, kept.inputs) === hash ? kept : undefined
  } catch {
    // There is none, or one of its files is gone.
    return undefined
  }
}

/** Keeps a value for `readKept`. */
export async function keep(root: string, key: string, kept: Kept<unknown>): Promise<void> {
  try {
    const stored: Stored<unknown> = { ...kept, hash: hashFiles(root, kept.inputs) }
    writeFileAtomicSync(locate(key), serialize(stored))
    await pruneFolder(join(getProgramCacheFolder(), category), maxKept)
  } catch {
    // On a read-only file system, every start makes it again.
  }
}

const category = 'browser-bundles'

const locate = (key: string) =>
  join(
    getProgramCacheFolder(),
    category,
    createHash('sha256').update(key).digest('hex').slice(0, 32),
  )
