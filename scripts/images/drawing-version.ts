import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { glob } from 'tinyglobby'

const root = join(import.meta.dirname, '../..')
let version: Promise<string> | undefined

/** A hash of what draws: the code of this folder, and the versions of all packages. What was drawn otherwise is drawn anew. */
export const drawingVersion = (): Promise<string> => (version ??= hashSources())

async function hashSources(): Promise<string> {
  const files = (await glob(['scripts/images/**', 'renderer/share-image-of.ts', 'package-lock.json'], { cwd: root })).sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update('\0').update(await readFile(join(root, file)))
  return hash.digest('hex')
}
