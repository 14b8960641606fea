import { statSync, type Stats } from 'node:fs'
import { isUnsaved } from '../../../schema/source/text/source-bytes.ts'
import type { SourceFile } from '../../../schema/source/types.ts'

/**
 * The stats of each file of a site when it was hashed.
 * @property pages The number of pages in the files.
 * @property pictures The pictures that were in public/.
 */
export type FileStateRecords = {
  pages: number
  pictures: string[]
  files: Record<string, FileStateRecord>
}
type FileStateRecord = { state: string; hash: string; positions?: KnownPositions }
/** Source locations in a file, by the JSON of the arguments of `locate`. */
type KnownPositions = Record<string, ReturnType<LocateInFile>>
type LocateInFile = SourceFile['locate']

/**
 * The current stats of a file.
 * @property size In bytes; 0 if the file does not exist.
 * @property isNew Whether the last build did not know the file.
 * @property hash The known hash of its bytes, if it has not changed since it was hashed.
 * @property state See `getSettledState`.
 * @property note Stores the hash for the next build.
 */
export type SourceProbe = {
  size: number
  isNew: boolean
  hash?: string
  state?: string
  note(hash: string): void
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
  if (isUnsaved(path)) return undefined
  const found = statSync(path, { throwIfNoEntry: false })
  return found && formatState(found)
}

/**
 * Whether a file exists and was last changed long enough before a time.
 * @param at Milliseconds since the epoch.
 */
export function isSettled(path: string, at: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && isOlderThan(found, at)
}

const isOlderThan = ({ mtimeMs, ctimeMs }: Stats, at: number) =>
  at - Math.max(mtimeMs, ctimeMs) > settledAfterMs
const formatState = (found: Stats) => {
  const { size, mtimeMs, ctimeMs, ino, dev } = found
  return isOlderThan(found, Date.now()) ? [size, mtimeMs, ctimeMs, ino, dev].join(' ') : undefined
}

/** Detects from their stats which files have not changed since they were hashed. */
export class FileStates {
  readonly #last: FileStateRecords | undefined
  readonly #pictures: string[]
  readonly #files: FileStateRecords['files'] = {}

  /**
   * @param pictures The pictures in public/. If they change, every file is read again to find which
   * of them it refers to.
   */
  constructor(last: FileStateRecords | undefined, pictures: string[]) {
    this.#last = last
    this.#pictures = pictures
  }

  probe(path: string, file: string): SourceProbe {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return { size: 0, isNew: true, note: () => {} }
    const { size } = found
    const state = isUnsaved(path) ? undefined : formatState(found)
    const known = this.#last?.files[file]
    const note = (hash: string) => {
      if (state !== undefined) this.#files[file] = { state, hash }
    }
    if (
      state === undefined ||
      known?.state !== state ||
      this.#last?.pictures.join('\n') !== this.#pictures.join('\n')
    )
      return { size, isNew: known === undefined, state, note }
    return { size, isNew: false, hash: known.hash, state, note }
  }

  /**
   * Wraps the `locate` function of a file, so that it reads the file only for locations that the
   * last build did not need.
   */
  memoizeLocator(file: string, hash: string, locate: LocateInFile): LocateInFile {
    const last = this.#last?.files[file]
    const known = last?.hash === hash ? last.positions : undefined
    return (...args) => {
      const key = JSON.stringify(args)
      const position = known?.[key] ?? locate(...args)
      const noted = this.#files[file]
      if (noted?.hash === hash) (noted.positions ??= {})[key] = position
      return position
    }
  }

  /** @param pages The number of pages in the files. */
  toRecords(pages: number): FileStateRecords {
    return { pages, pictures: this.#pictures, files: this.#files }
  }
}
