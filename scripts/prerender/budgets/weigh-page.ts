import { memoize } from '../../../schema/util/memoize.ts'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { PageAssets } from '../../../renderer/document.tsx'
import type { HtmlChunk, SharedChunk } from '../../../renderer/html-chunks.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'
import { tryRead } from '../../shared/try-read.ts'
import { budgets, type PageWeight, type Size } from './budgets.ts'
import { findThirdPartyUrls } from './third-party-urls.ts'

/** @property bytes the chunks, joined. @property assets what the renderer has put into them */
type PageToWeigh = {
  chunks: HtmlChunk[]
  bytes: Buffer
  assets: PageAssets
  hasWidget: boolean
}

/**
 * Creates a function that weighs pages.
 * @param folders those that hold the files that pages load. Without any, documents
 * are not weighed, because compressing them takes long.
 * @param base the path that all addresses begin with
 */
export function createPageWeigher(
  folders: string[],
  base: string,
): (page: PageToWeigh) => Omit<PageWeight, 'route'> {
  const readFile = (url: string): Buffer => {
    const path = url.slice(url.startsWith(base) ? base.length : 0)
    for (const folder of folders) {
      const content = tryRead(join(folder, path))
      if (content) return content
    }
    return Buffer.alloc(0)
  }
  // Pages share most assets, and thus their size.
  const sizes = new Map<string, number>()
  const measure = (url: string, toSize: (content: Buffer) => number) =>
    memoize(sizes, url, Number.POSITIVE_INFINITY, () => toSize(readFile(url)))
  const weighAssets = memoizeByObject(
    ({ scripts, analytics, application, fonts, styles }: PageAssets) => {
      const faces = parseFontFaces(styles.join('\n'))
      const loaded = new Set([...faces.flatMap(({ urls }) => urls), ...fonts])
      return {
        // Some hosts support only gzip.
        script: sum([...scripts, ...analytics, ...application], (url) => measure(url, gzipSize)),
        hasEagerScripts: scripts.length > 1,
        hasAnalytics: analytics.length > 0,
        hydratesAtOnce: application.length > 0,
        fonts: sum([...loaded], (url) => measure(url, ({ length }) => length)),
        blockingFonts: faces.flatMap(({ urls, isBlocking }) => (isBlocking ? urls : [])),
      }
    },
  )
  return ({ chunks, bytes, assets, hasWidget }) => ({
    html: folders.length === 0 ? { bytes: 0, estimated: true } : weighHtml(chunks, bytes),
    load: { ...weighAssets(assets), thirdParty: findThirdPartyUrls(chunks), hasWidget },
  })
}

/**
 * Finds the compressed size of a document. Compressing as hosts do takes a hundred times as long as
 * estimating, so it is done only if the size is near a budget.
 */
function weighHtml(chunks: HtmlChunk[], document: Buffer): Size {
  const own = chunks.filter((chunk) => typeof chunk === 'string').join('')
  const shared = chunks.filter((chunk) => typeof chunk !== 'string').map(measureChunk)
  const sharedSize = sum(shared, ({ size }) => size)
  const ownBytes = document.length - sum(shared, (chunk) => chunk.raw)
  /** Less and less wide, and slower and slower. */
  const ranges: (() => Range)[] = [
    // Even random characters compress to this.
    () => [0.7 * sharedSize, sharedSize + 0.8 * ownBytes],
    () => scale([0.75, 1], sharedSize + brotliSize(own, fastQuality)),
    () => {
      const size = brotliSize(document, goodQuality)
      // 0.905 to 0.925, unless much of the document is random.
      return scale([0.87, document.length > 3 * size ? 0.95 : 1], size)
    },
  ]
  for (const getRange of ranges) {
    const [least, most] = getRange()
    if (limits.every((limit) => most <= limit || least > limit))
      return { bytes: Math.round((least + most) / 2), estimated: true }
  }
  return { bytes: brotliSize(document, hostQuality) }
}

type Range = [least: number, most: number]
const scale = ([least, most]: Range, size: number): Range => [least * size, most * size]
const limits = [budgets.html, budgets.htmlMaximum]
const [fastQuality, goodQuality, hostQuality] = [3, 5, 11]

const measureChunk = memoizeByObject(({ html }: SharedChunk) => ({
  raw: Buffer.byteLength(html),
  size: brotliSize(html, goodQuality),
}))

const brotliSize = (content: string | Buffer, quality: number) =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length

const gzipSize = (content: Buffer) => gzipSync(content, { level: 9 }).length

const sum = <T>(values: T[], toNumber: (value: T) => number) =>
  values.reduce((total, value) => total + toNumber(value), 0)

/** Lists the files of each @font-face rule, and whether it hides its text until they are loaded. */
const parseFontFaces = (css: string) =>
  [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, body = '']) => ({
    urls: [...body.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)/g)]
      .map(([, url]) => url!)
      .filter((url) => !url.startsWith('data:')),
    isBlocking: !/font-display:\s*(?:swap|optional|fallback)/.test(body),
  }))
