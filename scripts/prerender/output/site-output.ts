import { copyFileSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { shortHash } from '../../../schema/source/source-summary.ts'
import type { OutputFileRecords } from '../cache/build-cache.ts'
import { describeFile, writeOutputFile, type FileCheck, type WrittenFile } from './stage-output.ts'

/** What tells a file that is copied from another one in its place. */
export function hashFileStats(from: string): string {
  const { size, mtimeMs, ctimeMs, ino } = statSync(from)
  return shortHash([from, size, mtimeMs, ctimeMs, ino].join('\n'))
}

/** The files of an output that are no pages: each is written when it is not there already as it should be. */
export class SiteFiles {
  readonly files: OutputFileRecords = {}
  readonly kept: string[] = []
  readonly written: string[] = []
  readonly #out: FileCheck
  readonly #folder: string
  readonly #last: OutputFileRecords

  /** @param out the output as it is. @param folder the one that takes its place. @param last what the last build wrote. */
  constructor(out: FileCheck, folder: string, last: OutputFileRecords) {
    this.#out = out
    this.#folder = folder
    this.#last = last
  }

  put(path: string, content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    this.#write(path, shortHash(bytes), () => writeOutputFile(this.#folder, path, bytes))
  }

  /** @param from a file that may be large: whether it has changed is told by what its file system says of it. */
  copy(path: string, from: string): void {
    this.#write(path, hashFileStats(from), () => {
      const file = join(this.#folder, path)
      mkdirSync(dirname(file), { recursive: true })
      rmSync(file, { force: true })
      copyFileSync(from, file)
      return describeFile(this.#folder, path)
    })
  }

  /** A file that stands in the folder already. @param key the hash of its content. */
  adopt(key: string, written: WrittenFile): void {
    this.files[written.path] = { key, written }
    this.written.push(written.path)
  }

  has(path: string): boolean {
    return Object.hasOwn(this.files, path)
  }

  /** The size of all of them. */
  get bytes(): number {
    return Object.values(this.files).reduce((sum, { written }) => sum + written.size, 0)
  }

  #write(path: string, key: string, write: () => OutputFileRecords[string]['written']): void {
    const last = Object.hasOwn(this.#last, path) ? this.#last[path] : undefined
    if (last?.key === key && this.#out.isAsWritten(last.written)) {
      this.files[path] = last
      this.kept.push(path)
    } else {
      this.files[path] = { key, written: write() }
      this.written.push(path)
    }
  }
}
