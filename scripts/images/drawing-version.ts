import { join } from 'node:path'
import { hashFiles } from '../hash-files.ts'

const root = join(import.meta.dirname, '../..')
let version: string | undefined

/** A hash of what draws: the code of this folder, and the versions of all packages. What was drawn otherwise is drawn anew. */
export const drawingVersion = (): string =>
  (version ??= hashFiles(root, [
    'scripts/images',
    'renderer/share-image-of.ts',
    'package-lock.json',
  ]))
