import { readFileSync } from 'node:fs'
import type { SiteSnapshot } from '../../renderer/dev/dev-state.ts'
import { buildJsonLd } from '../../renderer/json-ld/build-json-ld.ts'
import { notFoundRoute } from '../../renderer/routes.ts'
import { getDrawnShareImagePath } from '../../renderer/share-image.ts'
import type { RawPage } from '../../schema/resolve/merge-sources.ts'
import type { PageData, PictureFile } from '../../schema/page-data.ts'
import { parseFile } from '../../schema/source/parse-file.ts'
import { hasErrors } from '../../schema/problems/problem.ts'
import { resolvePage, type ResolvedPage } from '../../schema/resolve/resolve-page.ts'
import { getLastParsedFile } from '../../schema/source/source-summary.ts'
import type { LoadedSource } from '../prerender/read/loaded-source.ts'
import type { SiteInput } from '../prerender/read/site-input.ts'
import { createShareCard, listDerivedFiles } from '../images/site-images.ts'

type RawEntries = Record<string, RawPage['raw']>

/** The number of files whose entries `EntryCache` keeps. */
const maxCachedSources = 8

/** Caches the entries of recently requested files, as they were when first requested. */
export class EntryCache {
  readonly #entries = new Map<LoadedSource, RawEntries>()

  findEntry(source: LoadedSource, route: string): RawPage['raw'] | undefined {
    const entries = this.#entries.get(source) ?? readRawEntries(source)
    // The least recently used file is evicted first.
    this.#entries.delete(source)
    this.#entries.set(source, entries)
    for (const oldest of this.#entries.keys())
      if (this.#entries.size > maxCachedSources) this.#entries.delete(oldest)
    return entries[route]
  }
}

/** Reads the entries of a file. @returns an empty object if the file cannot be read. */
function readRawEntries({ summary: { path, file, hash } }: LoadedSource): RawEntries {
  try {
    const { pages } = ((getLastParsedFile(file, hash) ?? parseFile(file, readFileSync(path)))
      .value ?? {}) as { pages?: RawEntries }
    return pages ?? {}
  } catch {
    return {}
  }
}

/** A version of a site whose pages are resolved when they are first requested. */
export class LazySiteSnapshot implements SiteSnapshot {
  readonly #readSite: SiteInput
  readonly #entryCache: EntryCache
  readonly #pictures: Map<string, PictureFile>
  readonly #dir: string
  readonly #pages = new Map<string, ResolvedPage | undefined>()
  #aliases: Map<string, string> | undefined

  /** @param pictures pictures of all pages resolved so far, of any version; more are added. */
  constructor(read: SiteInput, dir: string, files: EntryCache, pictures: Map<string, PictureFile>) {
    this.#readSite = read
    this.#dir = dir
    this.#entryCache = files
    this.#pictures = pictures
  }

  get site() {
    return this.#readSite.shared.site
  }

  get notFound(): PageData | undefined {
    return this.#readSite.shared.notFoundEntry && this.#toPageData(this.#resolve(notFoundRoute))
  }

  findPage(route: string): PageData | undefined {
    return route === notFoundRoute ? undefined : this.#toPageData(this.#resolve(route))
  }

  findAliasTarget(address: string): string | undefined {
    this.#aliases ??= new Map(
      [...this.#readSite.shared.merged.pages.values()].flatMap(({ route, raw }) =>
        (Array.isArray(raw.aliases) ? raw.aliases : []).map((from) => [String(from), route]),
      ),
    )
    return this.#aliases.get(address)
  }

  findDerivedFile(path: string): (() => Promise<string | Uint8Array>) | undefined {
    const { site, merged, plannedPages, shellFindings } = this.#readSite.shared
    if (!site) return undefined
    const isDrawn = path.startsWith('/og/') && (site.shareImages ?? 'drawn') === 'drawn'
    const route = isDrawn
      ? [...merged.pages.keys(), ...plannedPages.map((page) => page.route)].find(
          (each) => getDrawnShareImagePath(each) === path,
        )
      : undefined
    const page = route === undefined ? undefined : this.#resolve(route)
    const cards = page ? [{ route: page.route, card: createShareCard(page, site) }] : []
    const drawn = listDerivedFiles({
      dir: this.#dir,
      site,
      cards,
      pictures: [...this.#pictures.values(), ...shellFindings.pictures],
      publicFiles: this.#readSite.publicFiles,
    })
    return drawn.find((file) => file.path === path)?.draw
  }

  #resolve(route: string): ResolvedPage | undefined {
    if (!this.#pages.has(route)) this.#pages.set(route, this.#resolveUncached(route))
    return this.#pages.get(route)
  }

  #resolveUncached(route: string): ResolvedPage | undefined {
    const { merged, plannedPages, notFoundEntry, context } = this.#readSite.shared
    const small = plannedPages.find((each) => each.route === route)
    const entry = route === notFoundRoute ? notFoundEntry : (small ?? merged.pages.get(route))
    if (!entry) return undefined
    const { source } = entry.location
    const raw =
      'summary' in source && !small && entry !== notFoundEntry
        ? this.#entryCache.findEntry(source as LoadedSource, route)
        : entry.raw
    if (typeof raw !== 'object' || raw === null) return undefined
    const page = resolvePage({ ...entry, raw }, context, small !== undefined)
    for (const picture of page.findings.pictures) this.#pictures.set(picture.src, picture)
    return page
  }

  /** Structured data needs valid pages; an invalid page may lack any property. */
  #toPageData(page: ResolvedPage | undefined): PageData | undefined {
    const { site, business } = this.#readSite.shared
    if (
      !page ||
      !site ||
      !business ||
      page.route === notFoundRoute ||
      hasErrors([...this.#readSite.problems, ...page.findings.problems])
    )
      return page?.data
    return { ...page.data, jsonLd: buildJsonLd(page, { site, business }) }
  }
}
