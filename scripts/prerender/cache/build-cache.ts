import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { shortHash } from '../../../schema/util/short-hash.ts'
import type { SourceSummary } from '../../../schema/source/source-summary.ts'
import { fromStoredPages, toStoredPages, type StoredSource } from './stored-pages.ts'
import type { FileStateRecords } from '../read/file-states.ts'
import type { OutlineRecords } from '../read/outline-cache.ts'
import type { Snapshot } from './snapshot.ts'
import type { SourceRecord, OutputFileRecords, SimilarityRecord } from './records.ts'

/**
 * What a build keeps for the next one of the same site and output. All of it can be deleted at any
 * time: what is missing is built again. Each file is written atomically.
 */
export class BuildCache {
  readonly #root: string
  readonly #site: string
  readonly #dir: string
  /** Shared by all outputs of the site. */
  readonly #siteDir: string
  readonly #sourceHash: string

  /**
   * @param root the folder for all sites.
   * @param sourceHash of the code: another one invalidates records.
   */
  constructor(root: string, site: string, out: string, sourceHash: string) {
    this.#root = root
    this.#site = resolve(site)
    this.#dir = join(root, `site-${shortHash(`${resolve(site)}\n${resolve(out)}`)}`)
    this.#siteDir = join(root, `site-${shortHash(resolve(site))}`)
    this.#sourceHash = sourceHash
  }

  /** The output before the current one, whose files are reused. */
  get spareOutput(): string {
    return join(this.#dir, 'spare')
  }

  /** The folder with the entries of sets; see `set-entries.ts`. */
  get setEntries(): string {
    return join(this.#dir, 'entries')
  }

  async readSource(file: string): Promise<SourceRecord | undefined> {
    const record = await this.#read<StoredSource & { sourceHash: string }>(this.#sourceFile(file))
    if (record?.sourceHash !== this.#sourceHash) return undefined
    try {
      return { summary: record.summary, pages: fromStoredPages(record.stored) }
    } catch {
      // Damaged: its pages are made again.
      return undefined
    }
  }

  writeSource({ summary, pages }: SourceRecord): void {
    this.#write(this.#sourceFile(summary.file), {
      sourceHash: this.#sourceHash,
      summary,
      stored: toStoredPages(pages),
    } satisfies StoredSource & { sourceHash: string })
  }

  async readOutputFiles(): Promise<OutputFileRecords> {
    return (await this.#read<OutputFileRecords>('files.json')) ?? {}
  }

  writeOutputFiles(files: OutputFileRecords): void {
    this.#write('files.json', files)
  }

  /** Replaces the records of some output files. */
  async updateOutputFiles(files: OutputFileRecords): Promise<void> {
    this.writeOutputFiles({ ...(await this.readOutputFiles()), ...files })
  }

  async readSimilarity(): Promise<SimilarityRecord | undefined> {
    const record = await this.#read<SimilarityRecord & { sourceHash: string }>('similarity.json')
    return record?.sourceHash === this.#sourceHash ? record : undefined
  }

  writeSimilarity(record: SimilarityRecord): void {
    this.#write('similarity.json', { ...record, sourceHash: this.#sourceHash })
  }

  async readFileStates(): Promise<FileStateRecords | undefined> {
    return this.#read('file-states.json')
  }

  writeFileStates(states: FileStateRecords): void {
    this.#write('file-states.json', states)
  }

  readSnapshot(): Snapshot | undefined {
    try {
      const bytes = readFileSync(join(this.#dir, snapshotFileName))
      const found = deserialize(bytes) as Snapshot & { sourceHash: string }
      return found.sourceHash === this.#sourceHash ? found : undefined
    } catch {
      // Missing or damaged: everything is read.
      return undefined
    }
  }

  /** @param snapshot left out when the next build must read everything. */
  writeSnapshot(snapshot: Snapshot | undefined): void {
    if (snapshot)
      writeFileAtomic(
        join(this.#dir, snapshotFileName),
        serialize({ ...snapshot, sourceHash: this.#sourceHash }),
      )
    else rmSync(join(this.#dir, snapshotFileName), { force: true })
  }

  async readOutlines(): Promise<OutlineRecords | undefined> {
    const found = await this.#read<OutlineRecords & { sourceHash: string }>(
      outlinesFileName,
      this.#siteDir,
    )
    return found?.sourceHash === this.#sourceHash ? found : undefined
  }

  writeOutlines(records: OutlineRecords): void {
    this.#createFolder(this.#siteDir)
    this.#write(outlinesFileName, { ...records, sourceHash: this.#sourceHash }, this.#siteDir)
  }

  async prepare(): Promise<void> {
    if (!existsSync(this.#dir)) this.#removeOrphans()
    for (const folder of ['entries', 'sources'])
      await mkdir(join(this.#dir, folder), { recursive: true })
  }

  /** Removes records of sources that the site no longer has. */
  async prune(sources: SourceSummary[]): Promise<void> {
    const live = new Set(
      sources.flatMap(({ file, hash }) => [this.#sourceFile(file), join('entries', hash)]),
    )
    for (const folder of ['entries', 'sources']) {
      for (const name of await readdir(join(this.#dir, folder)).catch(() => [])) {
        if (!live.has(join(folder, name)))
          await rm(join(this.#dir, folder, name), { force: true, recursive: true })
      }
    }
  }

  /** Removes the caches of deleted sites, each of which holds a whole output. */
  #removeOrphans(): void {
    this.#createFolder(this.#dir)
    for (const name of readdirSync(this.#root)) {
      const site = name.startsWith('site-')
        ? tryReadText(join(this.#root, name, siteFileName))
        : undefined
      if (site !== undefined && !existsSync(site))
        rmSync(join(this.#root, name), { recursive: true, force: true })
    }
  }

  #createFolder(dir: string): void {
    mkdirSync(dir, { recursive: true })
    // Atomically: with a truncated path, the site would seem deleted.
    writeFileAtomic(join(dir, siteFileName), this.#site)
  }

  #sourceFile(file: string): string {
    return join('sources', `${shortHash(file)}.json`)
  }

  async #read<T>(name: string, dir = this.#dir): Promise<T | undefined> {
    try {
      // Synchronously, which is faster for many small files.
      return JSON.parse(readFileSync(join(dir, name), 'utf8')) as T
    } catch {
      // Missing or damaged: rebuilt either way.
      return undefined
    }
  }

  #write(name: string, value: unknown, dir = this.#dir): void {
    writeFileAtomic(join(dir, name), JSON.stringify(value))
  }
}

const outlinesFileName = 'outlines.json'
const snapshotFileName = 'snapshot.bin'

/** Holds the path of the site that a cache folder belongs to. */
const siteFileName = 'site.txt'

function tryReadText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Synchronously: content that waits to be written would stay in memory. */
function writeFileAtomic(file: string, content: string | Uint8Array): void {
  const temporary = `${file}-${process.pid}.tmp`
  writeFileSync(temporary, content)
  renameSync(temporary, file)
}
