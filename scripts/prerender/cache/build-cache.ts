import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeFileAtomicSync } from '../../../schema/source/file-cache.ts'
import { getCacheFolder } from '../../../schema/util/cache-folders.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import type { FileStateRecords } from '../read/file-states.ts'
import type { SourceRecord, KnownSources } from '../read/site-source.ts'
import {
  fromStoredPages,
  toStoredPages,
  type StoredSource,
  type OutputFileRecords,
  type SimilarityRecord,
} from './records.ts'

/**
 * What a build keeps for the next one of the same site and output. All of it can be deleted at any
 * time: what is missing is built again. Each file is written atomically.
 */
export class BuildCache implements KnownSources {
  readonly #root: string
  readonly #site: string
  readonly #dir: string
  readonly #sourceHash: string

  /**
   * @param sourceHash of the code: another one invalidates records.
   * @param root the folder for all sites.
   */
  constructor(site: string, out: string, sourceHash: string, root = getCacheFolder()) {
    this.#root = root
    this.#site = resolve(site)
    this.#dir = join(root, `site-${shortHash(`${resolve(site)}\n${resolve(out)}`)}`)
    this.#sourceHash = sourceHash
    if (!existsSync(this.#dir)) this.#removeOrphans()
    mkdirSync(join(this.#dir, 'sources'), { recursive: true })
  }

  get folder(): string {
    return this.#dir
  }

  async readSource(file: string): Promise<SourceRecord | undefined> {
    const record = this.#read<StoredSource>(this.#sourceFile(file))
    try {
      return record && { summary: record.summary, records: fromStoredPages(record.stored) }
    } catch {
      // Damaged: its pages are made again.
      return undefined
    }
  }

  writeSource({ summary, records }: SourceRecord): void {
    this.#write(this.#sourceFile(summary.file), {
      summary,
      stored: toStoredPages(records),
    } satisfies StoredSource)
  }

  readOutputFiles(): OutputFileRecords {
    return this.#read('files.json') ?? {}
  }

  writeOutputFiles(files: OutputFileRecords): void {
    this.#write('files.json', files)
  }

  readSimilarity(): SimilarityRecord | undefined {
    return this.#read('similarity.json')
  }

  writeSimilarity(record: SimilarityRecord): void {
    this.#write('similarity.json', record)
  }

  readFileStates(): FileStateRecords | undefined {
    return this.#read('file-states.json')
  }

  writeFileStates(states: FileStateRecords): void {
    this.#write('file-states.json', states)
  }

  /** Removes records of sources that the site no longer has. */
  prune(files: string[]): void {
    const live = new Set(files.map((file) => this.#sourceFile(file)))
    for (const name of readdirSync(join(this.#dir, 'sources')))
      if (!live.has(join('sources', name))) rmSync(join(this.#dir, 'sources', name))
  }

  /** Removes the caches of deleted sites. */
  #removeOrphans(): void {
    mkdirSync(this.#dir, { recursive: true })
    // Atomically: with a truncated path, the site would seem deleted.
    writeFileAtomicSync(join(this.#dir, siteFileName), this.#site)
    for (const name of readdirSync(this.#root)) {
      const site = name.startsWith('site-')
        ? tryReadText(join(this.#root, name, siteFileName))
        : undefined
      if (site !== undefined && !existsSync(site))
        rmSync(join(this.#root, name), { recursive: true, force: true })
    }
  }

  #sourceFile(file: string): string {
    return join('sources', `${shortHash(file)}.json`)
  }

  #read<T>(name: string): T | undefined {
    try {
      const { by, value } = JSON.parse(readFileSync(join(this.#dir, name), 'utf8')) as Stored<T>
      return by === this.#sourceHash ? value : undefined
    } catch {
      // Missing or damaged: rebuilt either way.
      return undefined
    }
  }

  #write(name: string, value: unknown): void {
    const stored: Stored<unknown> = { by: this.#sourceHash, value }
    writeFileAtomicSync(join(this.#dir, name), JSON.stringify(stored))
  }
}

/** @property by a hash of the code that has written it */
type Stored<T> = { by: string; value: T }

/** Holds the path of the site that a cache folder belongs to. */
const siteFileName = 'site.txt'

function tryReadText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
