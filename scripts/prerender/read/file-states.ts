import { statSync, type Stats } from 'node:fs'
import { isUnsaved } from '../../../schema/source/text/source-bytes.ts'

/**
 * The state of each file of a site when it was hashed.
 * @property pictures The pictures that were in public/.
 */
export type FileStateRecords = {
  pictures: string[]
  files: Record<string, { state: string; hash: string }>
}

/**
 * Some file systems have coarse timestamps. A file that was changed more recently than this may
 * change again without a new timestamp.
 */
const settledAfterMs = 2000

/**
 * Describes the stats of a file, so that any change of it is detected without reading it. Includes
 * the ctime, because tools can set the mtime but not the ctime.
 * @returns undefined if the file does not exist, was changed within the last two seconds, or has
 *   edits that are not saved.
 */
export function getSettledState(path: string): string | undefined {
  const found = isUnsaved(path) ? undefined : statSync(path, { throwIfNoEntry: false })
  return found && formatState(found)
}

function formatState({ size, mtimeMs, ctimeMs, ino, dev }: Stats): string | undefined {
  return Date.now() - Math.max(mtimeMs, ctimeMs) > settledAfterMs
    ? [size, mtimeMs, ctimeMs, ino, dev].join(' ')
    : undefined
}

/** Detects from their stats which files have not changed since they were hashed. */
export class FileStates {
  readonly #last: FileStateRecords['files']
  readonly #pictures: string[]
  readonly #files: FileStateRecords['files'] = {}

  /**
   * @param pictures The pictures in public/. If they change, every file is read again to find which
   * of them it refers to.
   */
  constructor(pictures: string[], last?: FileStateRecords) {
    this.#pictures = pictures
    this.#last = last?.pictures.join('\n') === pictures.join('\n') ? last.files : {}
  }

  /** Returns the hash of a file that has not changed since it was noted. */
  findHash(path: string, file: string): string | undefined {
    const known = this.#last[file]
    if (known === undefined || known.state !== getSettledState(path)) return undefined
    this.#files[file] = known
    return known.hash
  }

  /** @param state of the file before it was read; undefined if it may change unnoticed */
  note(file: string, state: string | undefined, hash: string): void {
    if (state !== undefined) this.#files[file] = { state, hash }
  }

  toRecords(): FileStateRecords {
    return { pictures: this.#pictures, files: this.#files }
  }
}
