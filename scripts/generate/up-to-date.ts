import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomicSync } from '../../schema/util/file-cache.ts'
import { getProgramCacheFolder } from '../../schema/util/cache-folders.ts'
import { hashPlaces } from '../shared/hash-files.ts'
import { dependencyTable } from './dependency-table.ts'

/** What generated files are made of, and these files themselves. */
const places = [
  ...['blocks', 'renderer', 'schema', 'scripts', 'package.json', 'package-lock.json'],
  dependencyTable,
]

const getMark = () => join(getProgramCacheFolder(), 'up-to-date.txt')

export const hashGenerated = (root: string): string => hashPlaces(root, places, 'generated')

/** Remembers that nothing had to be generated. @param hash from `hashGenerated`, before that */
export function markUpToDate(hash: string): void {
  try {
    writeFileAtomicSync(getMark(), hash)
  } catch {
    // On a read-only file system, every start generates.
  }
}

/** @returns whether the generated files are those of the current sources, as far as is known */
export const isUpToDate = async (root: string): Promise<boolean> =>
  (await readFile(getMark(), 'utf8').catch(() => undefined)) === hashGenerated(root)
