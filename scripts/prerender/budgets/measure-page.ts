import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { joinChunks, type HtmlChunk, type SharedChunk } from '../../../renderer/html-chunks.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'
import { budgets } from './budgets.ts'

type Size = { raw: number; brotli: number; gzip: number }

/** What a page loads beside its document: the same for all pages of one kind. Sizes in bytes. */
export type PageLoad = {
  /** All that the browser loads though the visitor does nothing: the loader, early scripts, what counts visits, and the application where a block wakes it at once. */
  script: Size
  /** Whether blocks have scripts of their own come with the page. */
  hasEagerScripts: boolean
  hasAnalytics: boolean
  fonts: { bytes: number; preloaded: number; count: number }
  /** Fonts that hide their text until they have come. */
  blockingFonts: string[]
  /** Addresses at other origins that the document or its css asks for. */
  thirdParty: string[]
  /** The application is loaded after the first paint, whatever the visitor does. */
  hydratesAtOnce: boolean
  /** It shows something of another company's. */
  hasWidget: boolean
}

/** What the budgets look at in a built page: what it costs before the visitor's first intent. @property html `estimated`: no more than that. */
export type PageWeight = {
  route: string
  html: { raw: number; brotli: number; estimated?: boolean }
  load: PageLoad
}

/** The same with more to show of it. */
export type DetailedPageWeight = PageWeight & {
  /** The part of the raw HTML that is inlined css. */
  inlinedCss: number
  /** Linked stylesheets, Brotli. */
  linkedCss: number
  /** The document and all that it names for loading at once, and the application with its data where it wakes at once. */
  requests: number
  /** A block needs JavaScript to be useful. */
  live: boolean
}

/** Reads a file of the built site by its path from the root; undefined when there is none. */
export type ReadAsset = (path: string) => Buffer | undefined

type Tag = { name: string; attributes: Record<string, string> }

/**
 * Weighs one document of the build. It is our own output, of which the tags are enough: a parser for any HTML would take
 * longer than the rendering.
 * @param quality of Brotli, 0 to 11. Static hosts use 11; less is faster and never lighter than that by much.
 */
export function measurePage(
  route: string,
  html: string,
  read: ReadAsset,
  quality = 11,
): DetailedPageWeight {
  const tags = parseTags(html)
  const links = (rel: string) =>
    tags
      .filter(({ name, attributes }) => name === 'link' && attributes.rel?.split(' ').includes(rel))
      .map(({ attributes }) => attributes)
  const root = tags.find(({ name }) => name === 'html')?.attributes ?? {}
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
  const counter = root['data-measure'] === undefined ? [] : [root['data-measure']]
  const application = hydratesAtOnce ? (root['data-application'] ?? '').split(' ') : []
  const sizeOf = (path: string) => read(path)?.length ?? 0
  return {
    route,
    html: { raw: Buffer.byteLength(html), brotli: compressedSize(html, quality) },
    inlinedCss: inlined.reduce((sum, css) => sum + Buffer.byteLength(css), 0),
    linkedCss: stylesheets.reduce((sum, css) => sum + measureBuffer(css, quality).brotli, 0),
    load: {
      script: sumSizes(
        [...scripts, ...counter, ...application].map((src) =>
          measureBuffer(read(src) ?? Buffer.alloc(0), quality),
        ),
      ),
      hasEagerScripts,
      hasAnalytics: counter.length > 0,
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
    // With the application come its data, and that of the site.
    requests:
      1 +
      new Set([
        ...linked,
        ...scripts,
        ...preloaded,
        ...images,
        ...icons,
        ...counter,
        ...application,
      ]).size +
      (hydratesAtOnce ? 2 : 0),
    live: hasEagerScripts || root['data-live'] !== undefined,
  }
}

/** What loads from elsewhere without being a tag of the head. Where this finds nothing, there is nothing. Few addresses are whole ones, so that they are looked for first. */
const mayLoadThirdParty = (piece: HtmlChunk): boolean =>
  typeof piece === 'string' ? hasLoadedAddress(piece) : sharedMayLoadThirdParty(piece)
const sharedMayLoadThirdParty = memoizeByObject(({ html }: SharedChunk) => hasLoadedAddress(html))

function hasLoadedAddress(html: string): boolean {
  // Each sign is looked at once, however many addresses there are between two quotes.
  let quote = -1
  for (let from = 0, at = html.indexOf('//'); at >= 0; from = at, at = html.indexOf('//', at + 2)) {
    const last = html.slice(from, at).lastIndexOf('"')
    if (last >= 0) quote = from + last
    if (
      loadingAttribute.test(html.slice(Math.max(0, quote - 8), quote)) ||
      cssAddress.test(html.slice(Math.max(0, at - 16), at))
    )
      return true
  }
  return false
}
const loadingAttribute = /\s(?:src|srcset|poster)=$/
const cssAddress = /url\(\s*["']?(?:https?:)?$/

/** A document in pieces and as it is written. Those of one `kind` name the same scripts, typefaces and stylesheets. */
type PageToWeigh = {
  route: string
  pieces: HtmlChunk[]
  bytes: Buffer
  kind: string
  hasWidget: boolean
}

/**
 * Weighs the documents of a build one after another for its budgets. What documents of one kind share is
 * looked at once; their HTML is compressed no better than is needed to know that it is light enough.
 */
export function createPageWeigher(
  read: ReadAsset,
): (page: PageToWeigh) => Pick<PageWeight, 'html' | 'load'> {
  const kinds = new Map<string, PageLoad>()
  let weighed = 0
  let heaviest = 0
  let skipped = 0
  return ({ route, pieces, bytes, kind, hasWidget }) => {
    const isOrdinary = !pieces.some(mayLoadThirdParty)
    const load = (isOrdinary ? kinds.get(kind) : undefined) ?? {
      ...measurePage(route, joinChunks(pieces), read, betterQuality).load,
      hasWidget,
    }
    if (isOrdinary) kinds.set(kind, load)
    const raw = bytes.length
    // After so many pages it is known how well those of this site compress; of the others, one in so many is weighed.
    const most = raw * heaviest * compressionMargin
    if (weighed >= minSamples && most <= budgets.html && ++skipped % sampleInterval !== 0)
      return { html: { raw, brotli: Math.round(most), estimated: true }, load }
    let size = compressedSize(bytes, fastQuality)
    if (size > budgets.html) size = compressedSize(bytes, betterQuality)
    weighed++
    heaviest = Math.max(heaviest, size / raw)
    return { html: { raw, brotli: size }, load }
  }
}

/** A page compresses no worse than this many times the worst so far. */
const compressionMargin = 1.25
const [minSamples, sampleInterval] = [64, 64]

/** Of Brotli: a hundredth, and a thirtieth, of the time that 11 takes, and never lighter than that. */
const [fastQuality, betterQuality] = [1, 5]

const hasBookingWidget = (html: string) => /class="[^"]*\bbooking-widget\b/.test(html)

function parseTags(html: string): Tag[] {
  // What stands in scripts and stylesheets is no tag.
  const markup = html.replace(/(<(script|style)\b[^>]*>).*?<\/\2>/gs, '$1')
  return [...markup.matchAll(/<([a-z][a-z0-9]*)((?:\s+[^\s"'>/=]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name, attributes = '']) => ({
      name: name!.toLowerCase(),
      attributes: Object.fromEntries(
        [...attributes.matchAll(/([^\s"'>/=]+)(?:="([^"]*)")?/g)].map(([, key, value = '']) => [
          key!.toLowerCase(),
          value,
        ]),
      ),
    }),
  )
}

/** Each @font-face: its files, and what is shown while they come. */
function parseFontFaces(css: string): { urls: string[]; display: string }[] {
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, body = '']) => ({
    urls: [...body.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)/g)]
      .map(([, url]) => url!)
      .filter((url) => !url.startsWith('data:')),
    // A face that only adjusts a font of the system loads nothing.
    display: /url\(/.test(body) ? (/font-display:\s*([a-z]+)/.exec(body)?.[1] ?? 'auto') : 'swap',
  }))
}

const isThirdParty = (url: string) => /^(https?:)?\/\//.test(url)
const loadingLinkRels = [
  'stylesheet',
  'preload',
  'modulepreload',
  'preconnect',
  'dns-prefetch',
  'icon',
  'prefetch',
  'manifest',
]

function findThirdPartyUrls(tags: Tag[], css: string[]): string[] {
  const named = tags.flatMap(({ name, attributes: { src, srcset, href, rel, poster } }) => {
    const loads = name === 'link' && rel?.split(' ').some((word) => loadingLinkRels.includes(word))
    return [
      src,
      poster,
      ...(srcset?.split(',').map((part) => part.trim().split(' ')[0]) ?? []),
      loads ? href : undefined,
    ]
  })
  const inCss = css.flatMap((text) =>
    [...text.matchAll(/(?:url\(\s*|@import\s+)["']?([^"')\s;]+)/g)].map(([, url]) => url),
  )
  return [...new Set([...named, ...inCss].filter((url) => url !== undefined).filter(isThirdParty))]
}

const compressedSize = (content: string | Buffer, quality: number) =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length

/** All pages share most files, and one run has one quality for each. */
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
