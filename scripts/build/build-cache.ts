import { isAscii } from 'node:buffer'
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
import { hashOf, type SitePart } from '../../schema/site-part.ts'
import type { KnownLikeness } from '../../schema/rules/likeness.ts'
import type { MadePage } from './make-pages.ts'
import { fromStored, toStored, type StoredPart } from './stored-pages.ts'
import type { PageLoad } from './weigh-page.ts'
import type { Written } from './output-tree.ts'
import type { SourceRecords } from './source-states.ts'
import type { OutlineRecords } from './known-outlines.ts'
import { packBuild, unpackBuild, type LastBuild } from './last-build.ts'

/** What was known of a page when it was made: it is made again when any of this is different. @typeParam Load see `stored-pages.ts`. */
export type PageRecord<Load = PageLoad> = {
  /** A hash of the entry and of all that the page takes from others, but for its facts. */
  key: string
  /** Each fact that its texts ask for, with a hash of what the ledger says. */
  facts: Record<string, string>
  made: MadePage<Load>
}

/** A file of the site as it was read, with the pages that were made of it. */
export type PartRecord = { part: SitePart; pages: Record<string, PageRecord> }

/** The files of the output that are no pages: path → a hash of what they were made of. */
export type FileRecords = Record<string, { key: string; written: Written }>

/** The pairs of pages that say the same, of a build whose pages are all kept in the parts; `id` names that state of them. */
export type Alike = { id: string } & Pick<KnownLikeness, 'limit' | 'pairs'>

/**
 * What a build leaves for the next one of the same site and output. Everything in it can be deleted at any time: what is
 * missing is made again. Each file is written whole or not at all.
 */
export class BuildCache {
  readonly #root: string
  readonly #site: string
  readonly #dir: string
  /** Of the site, whatever its output is. */
  readonly #shared: string
  readonly #engine: string

  /** @param root the folder for all sites. @param engine changes when the same input may give other output. */
  constructor(root: string, site: string, out: string, engine: string) {
    this.#root = root
    this.#site = resolve(site)
    this.#dir = join(root, `site-${hashOf(`${resolve(site)}\n${resolve(out)}`)}`)
    this.#shared = join(root, `site-${hashOf(resolve(site))}`)
    this.#engine = engine
  }

  /** Where the last but one output is kept. */
  get spare(): string {
    return join(this.#dir, 'spare')
  }

  /** The folder with the entries of sets; see `entries.ts`. */
  get entries(): string {
    return join(this.#dir, 'entries')
  }

  async readPart(file: string): Promise<PartRecord | undefined> {
    const record = await this.#read<StoredPart & { engine: string }>(this.#partFile(file))
    if (record?.engine !== this.#engine) return undefined
    try {
      return { part: record.part, pages: fromStored(record.stored) }
    } catch {
      // Damaged: made again.
      return undefined
    }
  }

  writePart({ part, pages }: PartRecord): void {
    this.#write(this.#partFile(part.file), {
      engine: this.#engine,
      part,
      stored: toStored(pages),
    } satisfies StoredPart & { engine: string })
  }

  async readFiles(): Promise<FileRecords> {
    return (await this.#read<FileRecords>('files.json')) ?? {}
  }

  writeFiles(files: FileRecords): void {
    this.#write('files.json', files)
  }

  async readAlike(): Promise<Alike | undefined> {
    const alike = await this.#read<Alike & { engine: string }>('alike.json')
    return alike?.engine === this.#engine ? alike : undefined
  }

  writeAlike(alike: Alike): void {
    this.#write('alike.json', { ...alike, engine: this.#engine })
  }

  async readSources(): Promise<SourceRecords | undefined> {
    return this.#read('sources.json')
  }

  writeSources(sources: SourceRecords): void {
    this.#write('sources.json', sources)
  }

  readLast(): LastBuild | undefined {
    try {
      const found = unpackBuild(readFileSync(join(this.#dir, last)))
      return found.engine === this.#engine ? found : undefined
    } catch {
      // Not there yet, or damaged: all is read.
      return undefined
    }
  }

  /** @param build left out where the next one is to read everything. */
  writeLast(build: LastBuild | undefined): void {
    if (build) writeWhole(join(this.#dir, last), packBuild({ ...build, engine: this.#engine }))
    else rmSync(join(this.#dir, last), { force: true })
  }

  async readOutlines(): Promise<OutlineRecords | undefined> {
    const found = await this.#read<OutlineRecords & { engine: string }>(outlines, this.#shared)
    return found?.engine === this.#engine ? found : undefined
  }

  writeOutlines(records: OutlineRecords): void {
    this.#begin(this.#shared)
    this.#write(outlines, { ...records, engine: this.#engine }, this.#shared)
  }

  async prepare(): Promise<void> {
    if (!existsSync(this.#dir)) this.#removeLost()
    for (const folder of ['entries', 'parts'])
      await mkdir(join(this.#dir, folder), { recursive: true })
  }

  /** Removes what belongs to no part of the site any more. */
  async prune(parts: SitePart[]): Promise<void> {
    const live = new Set(
      parts.flatMap(({ file, hash }) => [this.#partFile(file), join('entries', hash)]),
    )
    for (const folder of ['entries', 'parts']) {
      for (const name of await readdir(join(this.#dir, folder)).catch(() => [])) {
        if (!live.has(join(folder, name)))
          await rm(join(this.#dir, folder, name), { force: true, recursive: true })
      }
    }
  }

  /** Removes what is kept for sites that are gone, each with a whole output: seldom, when another one is new. */
  #removeLost(): void {
    this.#begin(this.#dir)
    for (const name of readdirSync(this.#root)) {
      const site = name.startsWith('site-') ? readText(join(this.#root, name, siteName)) : undefined
      if (site !== undefined && !existsSync(site))
        rmSync(join(this.#root, name), { recursive: true, force: true })
    }
  }

  #begin(dir: string): void {
    mkdirSync(dir, { recursive: true })
    // Whole: who finds half a name would take the site for gone.
    writeWhole(join(dir, siteName), this.#site)
  }

  #partFile(file: string): string {
    return join('parts', `${hashOf(file)}.json`)
  }

  async #read<T>(name: string, dir = this.#dir): Promise<T | undefined> {
    try {
      // At once: there is nothing else to do meanwhile, and many small files are read sooner so.
      const bytes = readFileSync(join(dir, name))
      return JSON.parse(isAscii(bytes) ? bytes.toString('latin1') : bytes.toString()) as T
    } catch {
      // Not there yet, or damaged: made again either way.
      return undefined
    }
  }

  #write(name: string, value: unknown, dir = this.#dir): void {
    writeWhole(join(dir, name), toAscii(JSON.stringify(value)))
  }
}

const outlines = 'outlines.json'
const last = 'last.bin'

/** A file with the folder of the site that all of it is kept for. */
const siteName = 'site.txt'

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** At once: what waits to be written would stay in memory while others are made, and be moved there with all that lasts. */
function writeWhole(file: string, content: string | Uint8Array): void {
  const making = `${file}-${process.pid}.tmp`
  writeFileSync(making, content)
  renameSync(making, file)
}

/** JSON in ASCII is read in two thirds of the time. A text that is mostly of other signs would be longer than it is worth. */
function toAscii(json: string): string {
  const ascii = json.replace(
    /[\u0080-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return ascii.length <= 1.25 * json.length ? ascii : json
}
