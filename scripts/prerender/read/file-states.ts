import { statSync, type Stats } from 'node:fs'
import type { SourceFile } from '../../../schema/source/parse-file.ts'

/** What the file system said of each file of a site when its hash was taken, and the pictures that were in public/ then. @property pages how many were made of them. */
export type FileStateRecords = {
  pages: number
  pictures: string[]
  files: Record<string, FileStateRecord>
}
type FileStateRecord = { state: string; hash: string; positions?: KnownPositions }
/** Where something stands in a file, by what was asked for. */
type KnownPositions = Record<string, ReturnType<LocateInFile>>
type LocateInFile = SourceFile['locate']

/**
 * A file as it is now. @property hash of its bytes, where it is the same that was hashed before. @property size in bytes; 0 where there is none.
 * @property state see `settledState`.
 */
export type SourceProbe = {
  size: number
  isNew: boolean
  hash?: string
  state?: string
  note(hash: string): void
}

/** A file that was changed later than this before it was looked at may change once more without another time, on a coarse clock. */
const settledAfterMs = 2000

/**
 * What tells a file from itself after any change, without reading it: beside the time of the last change, which tools set as they like, that of the
 * last change of its state, which they cannot. @returns undefined where there is none, or where it was changed a moment ago.
 */
export function getSettledState(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && formatState(found)
}

/** Whether a file is there, and was last changed long enough before a moment. */
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

/** Tells files that have not been touched since they were hashed, without reading them. */
export class FileStates {
  readonly #last: FileStateRecords | undefined
  readonly #pictures: string[]
  readonly #files: FileStateRecords['files'] = {}

  /** @param pictures the files in public/ that may be spoken of: with other ones, what a file speaks of is to be found anew. */
  constructor(last: FileStateRecords | undefined, pictures: string[]) {
    this.#last = last
    this.#pictures = pictures
  }

  probe(path: string, file: string): SourceProbe {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return { size: 0, isNew: true, note: () => {} }
    const { size } = found
    const state = formatState(found)
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

  /** What asks a file of this hash for places, and need not read it for those that were asked for in the last build. */
  memoizeLocator(file: string, hash: string, locate: LocateInFile): LocateInFile {
    const last = this.#last?.files[file]
    const known = last?.hash === hash ? last.positions : undefined
    return (...asked) => {
      const key = JSON.stringify(asked)
      const place = known?.[key] ?? locate(...asked)
      const noted = this.#files[file]
      if (noted?.hash === hash) (noted.positions ??= {})[key] = place
      return place
    }
  }

  /** @param pages how many were made. */
  toRecords(pages: number): FileStateRecords {
    return { pages, pictures: this.#pictures, files: this.#files }
  }
}
