import { deserialize, serialize } from 'node:v8'
import { FileStore } from '../../../schema/source/file-cache.ts'
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
export function readKept<Value>(root: string, key: string): Kept<Value> | undefined {
  try {
    const found = openStore().get(key)
    if (!found) return undefined
    const { hash, ...kept } = deserialize(found) as Stored<Value>
    return hashFiles(root, kept.inputs) === hash ? kept : undefined
  } catch {
    // It is damaged, or one of its files is gone.
    return undefined
  }
}

/** Keeps a value for `readKept`. */
export function keep(root: string, key: string, kept: Kept<unknown>): void {
  try {
    const stored: Stored<unknown> = { ...kept, hash: hashFiles(root, kept.inputs) }
    openStore().put(key, serialize(stored))
    openStore().prune(maxKept)
  } catch {
    // One of its files is gone, so the next start makes it again.
  }
}

const openStore = () => new FileStore('browser-bundles', getProgramCacheFolder())
