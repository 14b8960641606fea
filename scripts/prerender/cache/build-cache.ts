import { tryRead } from '../../shared/try-read.ts'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { FileStore, writeFileAtomicSync } from '../../../schema/util/file-cache.ts'
import { getCacheFolder } from '../../../schema/util/cache-folders.ts'
import { tryParseJson } from '../../../schema/util/try-parse.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import type { WrittenFile } from '../output/output-file.ts'
import type { KnownSimilarity } from '../../../schema/rules/types.ts'
import type { KnownSources, SourceRecord } from '../read/source-record.ts'

/**
 * What a build keeps for the next one of the same site and output. All of it can be deleted at any
 * time: what is missing is built again. Each file is written atomically.
 */
export class BuildCache implements KnownSources {
  readonly #root: string
  readonly #site: string
  readonly #dir: string
  readonly #codeHash: string
  readonly #store: FileStore
  /** Records that were read or written as they are. */
  readonly #stored = new WeakSet<SourceRecord>()

  /**
   * @param codeHash Another one invalidates records.
   * @param root the folder for all sites.
   */
  constructor(site: string, out: string, codeHash: string, root = getCacheFolder()) {
    this.#root = root
    this.#site = resolve(site)
    this.#dir = join(root, nameFolder(site, out))
    this.#codeHash = codeHash
    if (!existsSync(this.#dir)) this.#removeOrphans()
    this.#store = openRecords(this.#dir)
  }

  get folder(): string {
    return this.#dir
  }

  readSource(file: string): SourceRecord | undefined {
    const record = this.#read<SourceRecord>(toSourceKey(file))
    if (record) this.#stored.add(record)
    return record
  }

  /** Writes a record, unless the cache has it. */
  writeSource(record: SourceRecord): void {
    if (this.#stored.has(record)) return
    this.#write(toSourceKey(record.file), record)
    this.#stored.add(record)
  }

  readOutputFiles(): OutputFileRecords {
    return this.#read(filesKey) ?? {}
  }

  writeOutputFiles(files: OutputFileRecords): void {
    this.#write(filesKey, files)
  }

  readSimilarity(): SimilarityRecord | undefined {
    return this.#read(similarityKey)
  }

  writeSimilarity(record: SimilarityRecord): void {
    this.#write(similarityKey, record)
  }

  /** @param violations the budgets that the output exceeds, each as a sentence */
  writeViolations(violations: string[]): void {
    this.#write(violationsKey, violations)
  }

  /** Removes records of sources that the site no longer has. */
  prune(files: string[]): void {
    this.#store.retain([filesKey, similarityKey, violationsKey, ...files.map(toSourceKey)])
  }

  /** Removes the caches of deleted sites. */
  #removeOrphans(): void {
    mkdirSync(this.#dir, { recursive: true })
    // Atomically: with a truncated path, the site would seem deleted.
    writeFileAtomicSync(join(this.#dir, siteFileName), this.#site)
    for (const name of readdirSync(this.#root)) {
      const site = name.startsWith('site-')
        ? tryRead(join(this.#root, name, siteFileName))?.toString()
        : undefined
      if (site !== undefined && !existsSync(site))
        rmSync(join(this.#root, name), { recursive: true, force: true })
    }
  }

  #read<T>(key: string): T | undefined {
    // What is damaged is rebuilt, too.
    const stored = readStored<T>(this.#store, key)
    return stored?.by === this.#codeHash ? stored.value : undefined
  }

  #write(key: string, value: unknown): void {
    const stored: Stored<unknown> = { by: this.#codeHash, value }
    this.#store.put(key, JSON.stringify(stored))
  }
}

const readStored = <T>(store: FileStore, key: string): Stored<T> | undefined =>
  tryParseJson<Stored<T>>(store.get(key)?.toString() ?? '')

const filesKey = 'files'
const similarityKey = 'similarity'
const violationsKey = 'violations'
const toSourceKey = (file: string) => `source ${file}`
const openRecords = (folder: string) => new FileStore('records', folder)

const nameFolder = (site: string, out: string) =>
  `site-${shortHash(`${resolve(site)}\n${resolve(out)}`)}`

/** Reads the budgets that the last build of a site exceeds, each as a sentence. */
export function readViolations(site: string, out: string): string[] {
  const records = openRecords(join(getCacheFolder(), nameFolder(site, out)))
  return readStored<string[]>(records, violationsKey)?.value ?? []
}

/** @property by a hash of the code that has written it */
type Stored<T> = { by: string; value: T }

/** Holds the path of the site that a cache folder belongs to. */
const siteFileName = 'site.txt'

/** Output files that are not pages, by path. */
export type OutputFileRecords = Record<string, OutputFileRecord>

/**
 * @property key a hash of the content, or of the stats of the copied file
 * @property inputsHash a hash of everything that a drawn file depends on
 */
export type OutputFileRecord = { key: string; inputsHash?: string; written: WrittenFile }

/** Pairs of similar pages. @property id a hash of all page records that they were found among. */
export type SimilarityRecord = { id: string } & Pick<KnownSimilarity, 'pairs'>
