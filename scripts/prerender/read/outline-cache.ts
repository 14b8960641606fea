import {
  shortHash,
  readSourceOutline,
  type SourceOutline,
} from '../../../schema/source/source-summary.ts'
import { getSettledState } from './file-states.ts'
import { tryReadBytes } from './read-bytes.ts'

/** The outlines of a site's files, and the pictures that were in public/ when they were read. */
export type OutlineRecords = { pictures: string[]; files: Record<string, CachedOutline> }

/** @property state of the file when it was read: see `settledState`. */
export type CachedOutline = SourceOutline & { state?: string }

/** Outlines that another shard of the same site has read on this machine, or the same one before: files that are still the same are not read again. */
export class OutlineCache {
  readonly #last: OutlineRecords['files']
  readonly #pictures: string[]
  readonly #files: OutlineRecords['files'] = {}
  #isNew = false

  /** @param pictures the files in public/ that may be spoken of: with other ones, what a file speaks of is to be found anew. */
  constructor(pictures: string[], last?: OutlineRecords) {
    this.#pictures = pictures
    this.#last = last?.pictures.join('\n') === pictures.join('\n') ? last.files : {}
  }

  /** @param file its name, relative to the site's folder. @returns why it cannot be read, where that is so. */
  read(path: string, file: string): CachedOutline | NodeJS.ErrnoException {
    const state = getSettledState(path)
    const last = this.#last[file]
    const known = last?.summary.path === path ? last : undefined
    if (state !== undefined && known?.state === state) return this.#keep(file, known)
    const bytes = tryReadBytes(path)
    if (bytes instanceof Error) return bytes
    this.#isNew = true
    const outline =
      known && known.summary.hash === shortHash(bytes)
        ? known
        : readSourceOutline(path, file, bytes, this.#pictures)
    return this.#keep(file, { ...outline, state })
  }

  #keep(file: string, outline: CachedOutline): CachedOutline {
    this.#files[file] = outline
    return outline
  }

  /** @returns undefined where nothing is to be added to what was known. */
  toRecords(): OutlineRecords | undefined {
    return this.#isNew ? { pictures: this.#pictures, files: this.#files } : undefined
  }
}
