import { statSync, type Stats } from 'node:fs'
import type { SourceFile } from '../../schema/parse-file.ts'

/** What the file system said of each file of a site when its hash was taken, and the pictures that were in public/ then. @property pages how many were made of them. */
export type SourceRecords = {
  pages: number
  pictures: string[]
  files: Record<string, SourceRecord>
}
type SourceRecord = { state: string; hash: string; places?: Places }
/** Where something stands in a file, by what was asked for. */
type Places = Record<string, ReturnType<Locate>>
type Locate = SourceFile['locate']

/**
 * A file as it is now. @property hash of its bytes, where it is the same that was hashed before. @property size in bytes; 0 where there is none.
 * @property state see `settledState`.
 */
export type SeenSource = {
  size: number
  isNew: boolean
  hash?: string
  state?: string
  note(hash: string): void
}

/** A file that was changed later than this before it was looked at may change once more without another time, on a coarse clock. */
const settledAfter = 2000

/**
 * What tells a file from itself after any change, without reading it: beside the time of the last change, which tools set as they like, that of the
 * last change of its state, which they cannot. @returns undefined where there is none, or where it was changed a moment ago.
 */
export function settledState(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && describeState(found)
}

/** Whether a file is there, and was last changed long enough before a moment. */
export function isSettled(path: string, at: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && isBefore(found, at)
}

const isBefore = ({ mtimeMs, ctimeMs }: Stats, at: number) =>
  at - Math.max(mtimeMs, ctimeMs) > settledAfter
const describeState = (found: Stats) => {
  const { size, mtimeMs, ctimeMs, ino, dev } = found
  return isBefore(found, Date.now()) ? [size, mtimeMs, ctimeMs, ino, dev].join(' ') : undefined
}

/** Tells files that have not been touched since they were hashed, without reading them. */
export class SourceStates {
  readonly #last: SourceRecords | undefined
  readonly #pictures: string[]
  readonly #files: SourceRecords['files'] = {}

  /** @param pictures the files in public/ that may be spoken of: with other ones, what a file speaks of is to be found anew. */
  constructor(last: SourceRecords | undefined, pictures: string[]) {
    this.#last = last
    this.#pictures = pictures
  }

  look(path: string, file: string): SeenSource {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return { size: 0, isNew: true, note: () => {} }
    const { size } = found
    const state = describeState(found)
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
  rememberPlaces(file: string, hash: string, locate: Locate): Locate {
    const last = this.#last?.files[file]
    const known = last?.hash === hash ? last.places : undefined
    return (...asked) => {
      const key = JSON.stringify(asked)
      const place = known?.[key] ?? locate(...asked)
      const noted = this.#files[file]
      if (noted?.hash === hash) (noted.places ??= {})[key] = place
      return place
    }
  }

  /** @param pages how many were made. */
  toRecords(pages: number): SourceRecords {
    return { pages, pictures: this.#pictures, files: this.#files }
  }
}
