import type { PictureFile, PageData } from '../../schema/page-data.ts'
import { hasErrors } from '../../schema/problems/problem.ts'
import { getUnsavedSources } from '../../schema/source/text/source-bytes.ts'
import type { SiteInput } from '../prerender/read/load-site-input.ts'
import type { SiteSnapshot } from '../../renderer/dev/dev-state.ts'
import { notFoundRoute } from '../../renderer/routes.ts'
import { getDrawnShareImagePath } from '../../renderer/share-image.ts'
import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import { stripTrailingSlash } from '../../schema/util/route-paths.ts'
import { collectAddresses, findAddress } from '../../schema/resolve/site-addresses.ts'
import type { ResolvedPage } from '../../schema/resolve/page/page-types.ts'
import { getJsonLd, getPrintedSite } from '../prerender/make/make-pages.ts'
import { resolveRoute } from '../prerender/read/resolve-pages.ts'
import { createShareCard, listDerivedFiles } from '../images/site-images.ts'

/** Decides which version of a site is shown while it is being edited, and often invalid. */
export class ShownVersion {
  readonly #dir: string
  readonly #onShow: (snapshot: LazySiteSnapshot) => void
  readonly #pictures = new Map<string, PictureFile>()
  #shown: { read: SiteInput; snapshot: LazySiteSnapshot } | undefined
  #lastValid: LazySiteSnapshot | undefined
  /** Whether a version passed all checks. */
  #hadValidVersion = false
  /** Whether the newest version has mistakes that keep all pages as they were. */
  #isBehind = false

  /**
   * @param dir the site's folder
   * @param onShow called with each version that is shown
   */
  constructor(dir: string, onShow: (snapshot: LazySiteSnapshot) => void) {
    this.#dir = dir
    this.#onShow = onShow
  }

  get snapshot(): LazySiteSnapshot | undefined {
    return this.#shown?.snapshot
  }

  /**
   * Shows unsaved edits whatever pages they break, so that the preview waits for no check.
   * @returns whether they are shown
   */
  showUnsaved(read: SiteInput): boolean {
    const canShow =
      getUnsavedSources().size > 0 && read.resolved.siteData && !hasErrors(read.problems)
    if (canShow) this.#show(read)
    return !!canShow
  }

  /** Shows a version whose pages were made, unless it is shown, or an earlier one is better. */
  showMade(read: SiteInput, isValid: boolean): void {
    // While edits are unsaved, a mistake on one page must not hide the others.
    const hasUnsavedEdits = getUnsavedSources().size > 0 && read.resolved.siteData
    const isShown = this.#shown?.read === read
    if (!isShown && (isValid || !this.#hadValidVersion || hasUnsavedEdits))
      this.#show(read, isValid)
    else this.#isBehind = !isShown
    if (isValid && this.#shown?.read === read) this.#lastValid = this.#shown.snapshot
  }

  /** Notes that the newest version has no pages that could be shown. */
  noteUnreadable(): void {
    this.#isBehind = true
  }

  /** Whether a page is shown as it was before a mistake. */
  isOutdated(route: string): boolean {
    return this.#isBehind || this.snapshot?.isOutdated(route) === true
  }

  /** Notes that a version passed the checks across pages too. */
  noteValid(): void {
    this.#hadValidVersion = true
  }

  /** @param isValid otherwise pages of files with mistakes are shown as they were */
  #show(read: SiteInput, isValid = true): void {
    const errors = read.problems.filter(({ severity }) => severity === 'error')
    const lastValid = isValid
      ? undefined
      : { snapshot: this.#lastValid, files: new Set(errors.map(({ file }) => file)) }
    const snapshot = new LazySiteSnapshot(read, this.#dir, this.#pictures, lastValid)
    this.#shown = { read, snapshot }
    this.#isBehind = false
    this.#onShow(snapshot)
  }
}

/** The last valid version, if there was one, and the files that do not match the schema now. */
type LastValid = { snapshot?: LazySiteSnapshot; files: Set<string> }

/** A version of a site whose pages are resolved when they are first requested. */
export class LazySiteSnapshot implements SiteSnapshot {
  readonly #readSite: SiteInput
  readonly #pictures: Map<string, PictureFile>
  readonly #dir: string
  readonly #lastValid: LastValid | undefined
  readonly #pages = new Map<string, ResolvedPage | undefined>()

  /**
   * @param pictures pictures of all pages resolved so far, of any version; more are added.
   * @param lastValid the pages to show instead of those whose file has mistakes
   */
  constructor(
    read: SiteInput,
    dir: string,
    pictures: Map<string, PictureFile>,
    lastValid?: LastValid,
  ) {
    this.#lastValid = lastValid
    this.#readSite = read
    this.#dir = dir
    this.#pictures = pictures
  }

  get site() {
    return getPrintedSite(this.#readSite.pageInputs).site
  }

  get notFound(): PageData | undefined {
    return this.#readSite.resolved.notFoundEntry && this.#toPageData(this.#resolve(notFoundRoute))
  }

  findPage(route: string): PageData | undefined {
    if (route === notFoundRoute) return undefined
    return this.#findLastValid(route) ?? this.#toPageData(this.#resolve(route))
  }

  /** Whether a page is shown as it was before a mistake in its file. */
  isOutdated(route: string): boolean {
    return this.#findLastValid(route) !== undefined
  }

  #findLastValid(route: string): PageData | undefined {
    const { snapshot, files } = this.#lastValid ?? {}
    const file = this.#readSite.resolved.site.pages.get(route)?.location.source.file
    return file !== undefined && files?.has(file) ? snapshot?.findPage(route) : undefined
  }

  findAliasTarget(address: string, query?: string): string | undefined {
    const addresses = collectAddresses(this.#readSite.resolved)
    const target = findAddress(addresses, stripTrailingSlash(address), query)?.to
    const { print } = getPrintedSite(this.#readSite.pageInputs)
    return target === undefined ? undefined : print({ href: target }).href
  }

  /** Returns a function that creates a file which a build would generate, such as an image. */
  findDerivedFile(path: string): (() => Promise<string | Uint8Array>) | undefined {
    const { siteData, site, plannedPages, shellFindings, context } = this.#readSite.resolved
    if (!siteData) return undefined
    const isDrawn = path.startsWith('/og/') && (siteData.shareImages ?? 'drawn') === 'drawn'
    const route = isDrawn
      ? [...site.pages.keys(), ...plannedPages.map((page) => page.route)].find(
          (each) => getDrawnShareImagePath(each) === path,
        )
      : undefined
    const page = route === undefined ? undefined : this.#resolve(route)
    const cards = page ? [{ route: page.route, card: createShareCard(page, siteData) }] : []
    // A list of articles shows pictures of pages that nobody has opened yet.
    const listed = [...context.articles.summaries.values()].flatMap(({ image }) => image ?? [])
    const drawn = listDerivedFiles({
      dir: this.#dir,
      site: siteData,
      cards,
      fonts: this.#readSite.fonts,
      pictures: [...this.#pictures.values(), ...listed, ...shellFindings.pictures],
      publicFiles: this.#readSite.publicFolder.files,
    })
    return drawn.find((file) => file.path === path)?.draw
  }

  /** @param path the URL path of a file in public/ */
  isPublished(path: string): boolean {
    return this.#readSite.publicFolder.files.has(path)
  }

  #resolve(route: string): ResolvedPage | undefined {
    if (!this.#pages.has(route)) this.#pages.set(route, this.#resolveUncached(route))
    return this.#pages.get(route)
  }

  #resolveUncached(route: string): ResolvedPage | undefined {
    const page = tryResolveRoute(this.#readSite.resolved, route)
    // A poster and a portrait of one picture have other widths.
    for (const picture of page?.findings.pictures ?? [])
      this.#pictures.set(`${picture.src} ${picture.copies?.widths.join(' ')}`, picture)
    return page
  }

  /** Structured data needs valid pages; an invalid page may lack any property. */
  #toPageData(page: ResolvedPage | undefined): PageData | undefined {
    const { print } = getPrintedSite(this.#readSite.pageInputs)
    if (!page || hasErrors([...this.#readSite.problems, ...page.findings.problems]))
      return page && print(page.data)
    return print({ ...page.data, jsonLd: getJsonLd(page, this.#readSite.resolved) })
  }
}

/** @returns undefined if the page's file has just been deleted. */
function tryResolveRoute(resolved: ResolvedSite, route: string): ResolvedPage | undefined {
  try {
    return resolveRoute(resolved, route)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
