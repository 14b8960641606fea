import { tryReadSourceBytes } from '../../../schema/source/text/source-bytes.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import { readSourceOutline, type SourceOutline } from '../../../schema/source/source-outline.ts'
import { getSettledState } from './file-states.ts'

/** The outlines of a site's files, and the pictures that were in public/ when they were read. */
export type OutlineRecords = { pictures: string[]; files: Record<string, CachedOutline> }

/** @property state the state of the file when it was read; see `getSettledState`. */
export type CachedOutline = SourceOutline & { state?: string }

/**
 * Outlines that earlier builds of shards have read on this machine. Files that have not changed are
 * not read again.
 */
export class OutlineCache {
  readonly #last: OutlineRecords['files']
  readonly #pictures: string[]
  readonly #files: OutlineRecords['files'] = {}
  #isNew = false

  /**
   * @param pictures The pictures in public/. If they change, every file is read again to find which
   * of them it refers to.
   */
  constructor(pictures: string[], last?: OutlineRecords) {
    this.#pictures = pictures
    this.#last = last?.pictures.join('\n') === pictures.join('\n') ? last.files : {}
  }

  /**
   * @param file The path relative to the site's folder.
   * @returns The error of the file system if the file cannot be read.
   */
  read(path: string, file: string): CachedOutline | NodeJS.ErrnoException {
    const state = getSettledState(path)
    const last = this.#last[file]
    const known = last?.summary.path === path ? last : undefined
    if (state !== undefined && known?.state === state) return this.#keep(file, known)
    const bytes = tryReadSourceBytes(path)
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

  /** @returns undefined if no outline is new. */
  toRecords(): OutlineRecords | undefined {
    return this.#isNew ? { pictures: this.#pictures, files: this.#files } : undefined
  }
}
