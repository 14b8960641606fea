import { join } from 'node:path'
import { hashFiles } from '../shared/hash-files.ts'

const root = join(import.meta.dirname, '../..')
let cachedVersion: string | undefined

/** A hash of what draws: the code of this folder, and the versions of all packages. What was drawn otherwise is drawn anew. */
export const getImageVersion = (): string =>
  (cachedVersion ??= hashFiles(root, [
    'scripts/images',
    'renderer/share-image.ts',
    'package-lock.json',
  ]))
