import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { joinChunks, type HtmlChunk } from '../../../renderer/html-chunks.ts'
import { budgets } from './budgets.ts'
import {
  findThirdPartyUrls,
  mayLoadThirdParty,
  parseFontFaces,
  parseTags,
} from './document-resources.ts'
import type { PageLoad, PageWeight, DetailedPageWeight, Size } from './page-weight.ts'

/** Reads a file of the built site by its URL path. @returns undefined if it does not exist. */
export type ReadAsset = (path: string) => Buffer | undefined

/**
 * Measures one document of the build. Parses only tags, because it has to handle nothing but our
 * own output, and a full HTML parser would take longer than rendering.
 * @param quality The Brotli quality, 0 to 11. Static hosts use 11. Lower ones are faster and yield
 * hardly ever a smaller size.
 */
export function measurePage(
  route: string,
  html: string,
  readFile: ReadAsset,
  quality = hostQuality,
): DetailedPageWeight {
  const tags = parseTags(html)
  const links = (rel: string) =>
    tags
      .filter(({ name, attributes }) => name === 'link' && attributes.rel?.split(' ').includes(rel))
      .map(({ attributes }) => attributes)
  const root = tags.find(({ name }) => name === 'html')?.attributes ?? {}
  const base = root['data-base'] ?? ''
  const read: ReadAsset = (url) => readFile(url.startsWith(base) ? url.slice(base.length) : url)
  const inlined = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css]) => css!)
  const linked = links('stylesheet').map(({ href = '' }) => href)
  const stylesheets = linked.map((href) => read(href)).filter((css) => css !== undefined)
  const scripts = tags
    .filter(({ name, attributes }) => name === 'script' && attributes.src !== undefined)
    .map(({ attributes }) => attributes.src!)
  const faces = parseFontFaces([...inlined, ...stylesheets.map(String)].join('\n'))
  const preloaded = links('preload')
    .filter(({ as }) => as === 'font')
    .map(({ href = '' }) => href)
  const fonts = [...new Set([...faces.flatMap(({ urls }) => urls), ...preloaded])]
  const images = tags
    .filter(
      ({ name, attributes }) =>
        name === 'img' && attributes.loading !== 'lazy' && !attributes.src?.startsWith('data:'),
    )
    .map(({ attributes }) => attributes.src ?? '')
  const icons = links('icon').flatMap(({ href = '' }) => (href.startsWith('data:') ? [] : [href]))
  const hasEagerScripts = scripts.length > 1
  const hydratesAtOnce = root['data-wakes']?.split(' ').includes('') ?? false
  const analytics = root['data-analytics'] === undefined ? [] : [root['data-analytics']]
  const application = hydratesAtOnce ? (root['data-application'] ?? '').split(' ') : []
  const sizeOf = (path: string) => read(path)?.length ?? 0
  return {
    route,
    html: { raw: Buffer.byteLength(html), brotli: compressedSize(html, quality) },
    inlinedCss: inlined.reduce((sum, css) => sum + Buffer.byteLength(css), 0),
    linkedCss: stylesheets.reduce((sum, css) => sum + measureBuffer(css, quality).brotli, 0),
    load: {
      script: sumSizes(
        [...scripts, ...analytics, ...application].map((src) =>
          measureBuffer(read(src) ?? Buffer.alloc(0), quality),
        ),
      ),
      hasEagerScripts,
      hasAnalytics: analytics.length > 0,
      fonts: {
        bytes: fonts.reduce((sum, path) => sum + sizeOf(path), 0),
        preloaded: preloaded.reduce((sum, path) => sum + sizeOf(path), 0),
        count: preloaded.length,
      },
      blockingFonts: faces
        .filter(({ display }) => !['swap', 'optional', 'fallback'].includes(display))
        .flatMap(({ urls }) => urls),
      thirdParty: findThirdPartyUrls(tags, [...inlined, ...stylesheets.map(String)]),
      hydratesAtOnce,
      hasWidget: hasBookingWidget(html),
    },
    // The application also requests the data of the page and the site.
    requests:
      1 +
      new Set([
        ...linked,
        ...scripts,
        ...preloaded,
        ...images,
        ...icons,
        ...analytics,
        ...application,
      ]).size +
      (hydratesAtOnce ? 2 : 0),
    live: hasEagerScripts || root['data-live'] !== undefined,
  }
}

/**
 * A document, in chunks and as bytes. Documents of the same `kind` load the same scripts, fonts and
 * stylesheets.
 */
type PageToWeigh = {
  route: string
  chunks: HtmlChunk[]
  bytes: Buffer
  kind: string
  hasWidget: boolean
}

/**
 * Creates a function that measures the documents of a build for its budgets. It measures the load
 * of each kind once, and compresses HTML only as well as is needed to show that it meets the
 * budget.
 */
export function createPageWeigher(
  read: ReadAsset,
): (page: PageToWeigh) => Pick<PageWeight, 'html' | 'load'> {
  const kinds = new Map<string, PageLoad>()
  let measuredCount = 0
  let worstRatio = 0
  let skippedCount = 0
  return ({ route, chunks, bytes, kind, hasWidget }) => {
    const hasOnlySharedLoad = !chunks.some(mayLoadThirdParty)
    const load = (hasOnlySharedLoad ? kinds.get(kind) : undefined) ?? {
      ...measurePage(route, joinChunks(chunks), read, betterQuality).load,
      hasWidget,
    }
    if (hasOnlySharedLoad) kinds.set(kind, load)
    const raw = bytes.length
    // After enough samples, only every `sampleInterval`th page that is clearly small is measured.
    const upperBound = raw * worstRatio * compressionMargin
    if (
      measuredCount >= minSamples &&
      upperBound <= budgets.html &&
      ++skippedCount % sampleInterval !== 0
    )
      return { html: { raw, brotli: Math.round(upperBound), estimated: true }, load }
    let size = compressedSize(bytes, fastQuality)
    if (size > budgets.html) size = compressedSize(bytes, betterQuality)
    measuredCount++
    worstRatio = Math.max(worstRatio, size / raw)
    // Compressed with the quality of hosts now, so that later builds that keep the page need not do
    // it.
    for (const quality of [nearlyBestQuality, hostQuality])
      if (size > budgets.html) size = compressedSize(bytes, quality)
    return { html: { raw, brotli: size }, load }
  }
}

/** The assumed limit of a page's compression ratio, relative to the worst ratio so far. */
const compressionMargin = 1.25
const [minSamples, sampleInterval] = [64, 64]

/** Brotli qualities that are much faster than 11 and never compress better. */
const [fastQuality, betterQuality] = [1, 5]
const hostQuality = 11
/** Much faster than `hostQuality`, and sufficient for most pages near the budget. */
const nearlyBestQuality = 10

const hasBookingWidget = (html: string) => /class="[^"]*\bbooking-widget\b/.test(html)

/** @returns the size in Brotli. */
const compressedSize = (content: string | Buffer, quality: number) =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length

/** Sizes by content and quality, because pages share most files. */
const measuredSizes = new WeakMap<Buffer, Map<number, Size>>()

function measureBuffer(content: Buffer, quality: number): Size {
  const sizes = measuredSizes.get(content) ?? new Map<number, Size>()
  measuredSizes.set(content, sizes)
  const known = sizes.get(quality)
  if (known) return known
  const size = {
    raw: content.length,
    brotli: compressedSize(content, quality),
    gzip: gzipSync(content, { level: 9 }).length,
  }
  sizes.set(quality, size)
  return size
}

const sumSizes = (sizes: Size[]): Size =>
  sizes.reduce(
    (sum, { raw, brotli, gzip }) => ({
      raw: sum.raw + raw,
      brotli: sum.brotli + brotli,
      gzip: sum.gzip + gzip,
    }),
    { raw: 0, brotli: 0, gzip: 0 },
  )
