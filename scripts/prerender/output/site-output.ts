import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { describeFileState } from '../../../schema/source/file-state.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import type { DerivedFile } from '../../images/derived-file.ts'
import type { OutputFileRecord, OutputFileRecords } from '../cache/build-cache.ts'
import {
  describeFile,
  locateOutput,
  sumSizes,
  writeOutputFile,
  type FileCheck,
  type OutputFile,
  type WrittenFile,
} from './output-file.ts'
import {
  photoExtension,
  privateDataVersion,
  removePrivateData,
} from './private-data/remove-private-data.ts'

/** What fits into memory. Hosts accept much less. */
const maxCleanedBytes = 2 ** 30

/** The files of an output that are not pages. Writes only the files that have changed. */
export class SiteOutput {
  readonly files: OutputFileRecords = {}
  readonly written: string[] = []
  /** The photographs among them that lost private data. */
  readonly cleaned: string[] = []
  readonly #out: FileCheck
  readonly #folder: string
  readonly #last: OutputFileRecords

  /**
   * @param out The current output.
   * @param folder The folder that will replace it.
   * @param last The files that the last build wrote.
   */
  constructor(out: FileCheck, folder: string, last: OutputFileRecords) {
    this.#out = out
    this.#folder = folder
    this.#last = last
  }

  put(path: string, content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    this.#write(path, shortHash(bytes), () => writeOutputFile(this.#folder, path, bytes))
  }

  /** Draws a file, unless the output already has it with the same inputs. */
  async draw({ path, inputs, draw }: DerivedFile): Promise<void> {
    const inputsHash = inputs && shortHash(inputs)
    const last = this.#getLast(path)
    const isSame = inputsHash !== undefined && last?.inputsHash === inputsHash
    if (isSame && this.#out.isAsWritten(last.written)) {
      this.#keep(path, last)
      return
    }
    this.put(path, await draw())
    if (inputsHash !== undefined) this.files[path] = { ...this.files[path]!, inputsHash }
  }

  /**
   * Draws files whose names depend on their contents, unless the output already has those that were
   * drawn from the same inputs.
   */
  async drawGroup(inputs: string, draw: () => Promise<OutputFile[]>): Promise<void> {
    const inputsHash = shortHash(inputs)
    const last = Object.entries(this.#last).filter(([, file]) => file.inputsHash === inputsHash)
    if (last.length > 0 && last.every(([, { written }]) => this.#out.isAsWritten(written))) {
      for (const [path, file] of last) this.#keep(path, file)
      return
    }
    for (const { path, content } of await draw()) {
      this.put(path, content)
      this.files[path] = { ...this.files[path]!, inputsHash }
    }
  }

  /**
   * Copies a file. Changes are detected from its stats, because it may be large. What a photograph
   * says beside the picture is left out.
   */
  copy(path: string, from: string): void {
    const stats = statSync(from)
    const isPhoto = photoExtension.test(from) && stats.size < maxCleanedBytes
    const state = describeFileState(stats)
    const key = shortHash(`${from}\n${state}${isPhoto ? `\n${privateDataVersion}` : ''}`)
    this.#write(path, key, () => {
      const cleaned = isPhoto ? removePrivateData(readFileSync(from)) : undefined
      if (cleaned) {
        this.cleaned.push(path)
        return writeOutputFile(this.#folder, path, cleaned)
      }
      const file = locateOutput(this.#folder, path)
      mkdirSync(dirname(file), { recursive: true })
      rmSync(file, { force: true })
      copyFileSync(from, file)
      return describeFile(this.#folder, path)
    })
  }

  /** Adds a file that is already in the folder. @param key The hash of its content. */
  adopt(key: string, written: WrittenFile): void {
    this.files[written.path] = { key, written }
    this.written.push(written.path)
  }

  has(path: string): boolean {
    return Object.hasOwn(this.files, path)
  }

  /** The total size in bytes. */
  get bytes(): number {
    return sumSizes(Object.values(this.files).map(({ written }) => written))
  }

  #write(path: string, key: string, write: () => WrittenFile): void {
    const last = this.#getLast(path)
    if (last?.key === key && this.#out.isAsWritten(last.written)) {
      this.#keep(path, last)
    } else {
      this.files[path] = { key, written: write() }
      this.written.push(path)
    }
  }

  #getLast(path: string): OutputFileRecord | undefined {
    return Object.hasOwn(this.#last, path) ? this.#last[path] : undefined
  }

  #keep(path: string, last: OutputFileRecord): void {
    this.files[path] = last
  }
}
