import { join } from 'node:path'
import { hashPlaces } from '../shared/hash-files.ts'

const root = join(import.meta.dirname, '../..')
let cachedVersion: string | undefined

/** Hashes the code that draws images and the versions of all packages, as part of cache keys. */
export const getImageVersion = (): string =>
  (cachedVersion ??= hashPlaces(
    root,
    [
      'scripts/images',
      'blocks/shared/seal',
      'renderer/escape-html.ts',
      'renderer/share-image.ts',
      'schema/drawing/drawn-letters.ts',
      'schema/drawing/drawn-letters.gen.ts',
      'schema/util/format-rgb.ts',
      'package-lock.json',
    ],
    'images',
  ))
