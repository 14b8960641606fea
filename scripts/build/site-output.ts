import { copyFileSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOf, hashOfFile } from '../../schema/site-part.ts'
import type { FileRecords } from './build-cache.ts'
import { describeFile, writeInto, type OutputFiles, type Written } from './output-tree.ts'

/** What tells a file that is copied from another one in its place. */
export function stateOfCopy(from: string): string {
  const { size, mtimeMs, ctimeMs, ino } = statSync(from)
  return hashOf([from, size, mtimeMs, ctimeMs, ino].join('\n'))
}

/** The files of an output that are no pages: each is written when it is not there already as it should be. */
export class SiteOutput {
  readonly files: FileRecords = {}
  readonly kept: string[] = []
  readonly written: string[] = []
  readonly #out: OutputFiles
  readonly #folder: string
  readonly #last: FileRecords

  /** @param out the output as it is. @param folder the one that takes its place. @param last what the last build wrote. */
  constructor(out: OutputFiles, folder: string, last: FileRecords) {
    this.#out = out
    this.#folder = folder
    this.#last = last
  }

  put(path: string, content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    this.#write(path, hashOfFile(bytes), () => writeInto(this.#folder, path, bytes))
  }

  /** @param from a file that may be large: whether it has changed is told by what its file system says of it. */
  copy(path: string, from: string): void {
    this.#write(path, stateOfCopy(from), () => {
      const file = join(this.#folder, path)
      mkdirSync(dirname(file), { recursive: true })
      rmSync(file, { force: true })
      copyFileSync(from, file)
      return describeFile(this.#folder, path)
    })
  }

  /** A file that stands in the folder already. @param key the hash of its content. */
  take(key: string, written: Written): void {
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

  #write(path: string, key: string, write: () => FileRecords[string]['written']): void {
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
