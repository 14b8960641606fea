import { readFileSync } from 'node:fs'
import type { ShownSite } from '../../renderer/dev/dev-state.ts'
import { buildJsonLd } from '../../renderer/json-ld.ts'
import { notFoundRoute } from '../../renderer/routes.ts'
import { drawnImageUrlOf } from '../../renderer/share-image-of.ts'
import type { RawPage } from '../../schema/merge-sources.ts'
import type { PageData, PictureFile } from '../../schema/page-data.ts'
import { parseFile } from '../../schema/parse-file.ts'
import { hasErrors } from '../../schema/problem.ts'
import { resolvePage, type ResolvedPage } from '../../schema/resolve-page.ts'
import { recallFile } from '../../schema/site-part.ts'
import type { PartSource } from '../build/read-parts.ts'
import type { ReadSite } from '../build/read-whole.ts'
import { cardOf, listDrawnFiles } from '../images/site-images.ts'

type Entries = Record<string, RawPage['raw']>

/** The pages of so many files are kept as they were when they were last shown. */
const keptFiles = 8

/** The entries of the files whose pages were asked for last: as they were then, whatever has been saved since. */
export class ShownFiles {
  readonly #entries = new Map<PartSource, Entries>()

  entryOf(source: PartSource, route: string): RawPage['raw'] | undefined {
    const entries = this.#entries.get(source) ?? readEntries(source)
    // The one that was asked for last is the last to go.
    this.#entries.delete(source)
    this.#entries.set(source, entries)
    for (const oldest of this.#entries.keys())
      if (this.#entries.size > keptFiles) this.#entries.delete(oldest)
    return entries[route]
  }
}

/** Empty where a file cannot be read at present. */
function readEntries({ part: { path, file, hash } }: PartSource): Entries {
  try {
    const { pages } = ((recallFile(file, hash) ?? parseFile(file, readFileSync(path))).value ??
      {}) as { pages?: Entries }
    return pages ?? {}
  } catch {
    return {}
  }
}

/** A version of a site, of which nothing is made before it is asked for. */
export class ShownPages implements ShownSite {
  readonly #read: ReadSite
  readonly #files: ShownFiles
  readonly #pictures: Map<string, PictureFile>
  readonly #dir: string
  readonly #pages = new Map<string, ResolvedPage | undefined>()
  #aliases: Map<string, string> | undefined

  /** @param pictures of all pages that were shown, of any version; more are added. */
  constructor(read: ReadSite, dir: string, files: ShownFiles, pictures: Map<string, PictureFile>) {
    this.#read = read
    this.#dir = dir
    this.#files = files
    this.#pictures = pictures
  }

  get site() {
    return this.#read.shared.site
  }

  get notFound(): PageData | undefined {
    return this.#read.shared.notFoundEntry && this.#toData(this.#resolve(notFoundRoute))
  }

  findPage(route: string): PageData | undefined {
    return route === notFoundRoute ? undefined : this.#toData(this.#resolve(route))
  }

  findAlias(address: string): string | undefined {
    this.#aliases ??= new Map(
      [...this.#read.shared.merged.pages.values()].flatMap(({ route, raw }) =>
        (Array.isArray(raw.aliases) ? raw.aliases : []).map((from) => [String(from), route]),
      ),
    )
    return this.#aliases.get(address)
  }

  findDrawn(path: string): (() => Promise<string | Uint8Array>) | undefined {
    const { site, merged, planned, shell } = this.#read.shared
    if (!site) return undefined
    const isDrawn = path.startsWith('/og/') && (site.shareImages ?? 'drawn') === 'drawn'
    const route = isDrawn
      ? [...merged.pages.keys(), ...planned.map((page) => page.route)].find(
          (each) => drawnImageUrlOf(each) === path,
        )
      : undefined
    const page = route === undefined ? undefined : this.#resolve(route)
    const cards = page ? [{ route: page.route, card: cardOf(page, site) }] : []
    const drawn = listDrawnFiles({
      dir: this.#dir,
      site,
      cards,
      pictures: [...this.#pictures.values(), ...shell.pictures],
      publicFiles: this.#read.publicFiles,
    })
    return drawn.find((file) => file.path === path)?.draw
  }

  #resolve(route: string): ResolvedPage | undefined {
    if (!this.#pages.has(route)) this.#pages.set(route, this.#resolveAnew(route))
    return this.#pages.get(route)
  }

  #resolveAnew(route: string): ResolvedPage | undefined {
    const { merged, planned, notFoundEntry, context } = this.#read.shared
    const small = planned.find((each) => each.route === route)
    const entry = route === notFoundRoute ? notFoundEntry : (small ?? merged.pages.get(route))
    if (!entry) return undefined
    const { source } = entry.place
    const raw =
      'part' in source && !small && entry !== notFoundEntry
        ? this.#files.entryOf(source as PartSource, route)
        : entry.raw
    if (typeof raw !== 'object' || raw === null) return undefined
    const page = resolvePage({ ...entry, raw }, context, small !== undefined)
    for (const picture of page.findings.pictures) this.#pictures.set(picture.src, picture)
    return page
  }

  /** Structured data is made of whole pages; what lacks something may be anything. */
  #toData(page: ResolvedPage | undefined): PageData | undefined {
    const { site, business } = this.#read.shared
    if (
      !page ||
      !site ||
      !business ||
      page.route === notFoundRoute ||
      hasErrors([...this.#read.problems, ...page.findings.problems])
    )
      return page?.data
    return { ...page.data, jsonLd: buildJsonLd(page, { site, business }) }
  }
}
