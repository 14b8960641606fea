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
import { shortHash, type SourceSummary } from '../../../schema/source/source-summary.ts'
import { fromStoredPages, toStoredPages, type StoredSource } from './stored-pages.ts'
import type { FileStateRecords } from '../read/file-states.ts'
import type { OutlineRecords } from '../read/outline-cache.ts'
import { packSnapshot, unpackSnapshot, type Snapshot } from './snapshot.ts'
import { type SourceRecord, type OutputFileRecords, type SimilarityRecord } from './records.ts'

/**
 * What a build leaves for the next one of the same site and output. Everything in it can be deleted at any time: what is
 * missing is made again. Each file is written whole or not at all.
 */
export class BuildCache {
  readonly #root: string
  readonly #site: string
  readonly #dir: string
  /** Of the site, whatever its output is. */
  readonly #siteDir: string
  readonly #sourceHash: string

  /** @param root the folder for all sites. @param sourceHash changes when the same input may give other output. */
  constructor(root: string, site: string, out: string, sourceHash: string) {
    this.#root = root
    this.#site = resolve(site)
    this.#dir = join(root, `site-${shortHash(`${resolve(site)}\n${resolve(out)}`)}`)
    this.#siteDir = join(root, `site-${shortHash(resolve(site))}`)
    this.#sourceHash = sourceHash
  }

  /** Where the last but one output is kept. */
  get spareOutput(): string {
    return join(this.#dir, 'spare')
  }

  /** The folder with the entries of sets; see `entries.ts`. */
  get setEntries(): string {
    return join(this.#dir, 'entries')
  }

  async readSource(file: string): Promise<SourceRecord | undefined> {
    const record = await this.#read<StoredSource & { sourceHash: string }>(this.#sourceFile(file))
    if (record?.sourceHash !== this.#sourceHash) return undefined
    try {
      return { summary: record.summary, pages: fromStoredPages(record.stored) }
    } catch {
      // Damaged: made again.
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
    const alike = await this.#read<SimilarityRecord & { sourceHash: string }>('alike.json')
    return alike?.sourceHash === this.#sourceHash ? alike : undefined
  }

  writeSimilarity(alike: SimilarityRecord): void {
    this.#write('alike.json', { ...alike, sourceHash: this.#sourceHash })
  }

  async readFileStates(): Promise<FileStateRecords | undefined> {
    return this.#read('sources.json')
  }

  writeFileStates(sources: FileStateRecords): void {
    this.#write('sources.json', sources)
  }

  readSnapshot(): Snapshot | undefined {
    try {
      const found = unpackSnapshot(readFileSync(join(this.#dir, snapshotFileName)))
      return found.sourceHash === this.#sourceHash ? found : undefined
    } catch {
      // Not there yet, or damaged: all is read.
      return undefined
    }
  }

  /** @param build left out where the next one is to read everything. */
  writeSnapshot(build: Snapshot | undefined): void {
    if (build)
      writeFileAtomic(
        join(this.#dir, snapshotFileName),
        packSnapshot({ ...build, sourceHash: this.#sourceHash }),
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
    for (const folder of ['entries', 'parts'])
      await mkdir(join(this.#dir, folder), { recursive: true })
  }

  /** Removes what belongs to no part of the site any more. */
  async prune(parts: SourceSummary[]): Promise<void> {
    const live = new Set(
      parts.flatMap(({ file, hash }) => [this.#sourceFile(file), join('entries', hash)]),
    )
    for (const folder of ['entries', 'parts']) {
      for (const name of await readdir(join(this.#dir, folder)).catch(() => [])) {
        if (!live.has(join(folder, name)))
          await rm(join(this.#dir, folder, name), { force: true, recursive: true })
      }
    }
  }

  /** Removes what is kept for sites that are gone, each with a whole output: seldom, when another one is new. */
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
    // Whole: who finds half a name would take the site for gone.
    writeFileAtomic(join(dir, siteFileName), this.#site)
  }

  #sourceFile(file: string): string {
    return join('parts', `${shortHash(file)}.json`)
  }

  async #read<T>(name: string, dir = this.#dir): Promise<T | undefined> {
    try {
      // At once: there is nothing else to do meanwhile, and many small files are read sooner so.
      return JSON.parse(readFileSync(join(dir, name), 'utf8')) as T
    } catch {
      // Not there yet, or damaged: made again either way.
      return undefined
    }
  }

  #write(name: string, value: unknown, dir = this.#dir): void {
    writeFileAtomic(join(dir, name), JSON.stringify(value))
  }
}

const outlinesFileName = 'outlines.json'
const snapshotFileName = 'snapshot.bin'

/** A file with the folder of the site that all of it is kept for. */
const siteFileName = 'site.txt'

function tryReadText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** At once: what waits to be written would stay in memory while others are made, and be moved there with all that lasts. */
function writeFileAtomic(file: string, content: string | Uint8Array): void {
  const making = `${file}-${process.pid}.tmp`
  writeFileSync(making, content)
  renameSync(making, file)
}
