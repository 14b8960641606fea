/** Page weights and their budgets. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageAssets } from '../../renderer/document.tsx'
import type { HtmlChunk } from '../../renderer/html-chunks.ts'
import { findBudgetViolations as findAll } from '../../scripts/prerender/budgets/budgets.ts'
import { createPageWeigher } from '../../scripts/prerender/budgets/weigh-page.ts'
import { buildOwnSite } from '../helpers/own-site.ts'

/** Returns random text, which cannot be compressed. */
const createIncompressibleText = (size: number) => randomBytes(size).toString('base64')

const files = {
  'a.js': 'let a = 1',
  'noise.js': createIncompressibleText(2000),
  'a.woff2': 'a'.repeat(40_000),
  'b.woff2': 'b'.repeat(30_000),
}
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-weight-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
})
afterAll(() => rmSync(folder, { recursive: true }))

type Given = { assets?: Partial<PageAssets>; hasWidget?: boolean }

/** Weighs a page of these chunks, at an address below a path. */
const weighChunks = (chunks: HtmlChunk[], { assets, hasWidget = false }: Given = {}) => {
  const html = chunks.map((chunk) => (typeof chunk === 'string' ? chunk : chunk.html)).join('')
  const none = { scripts: [], analytics: [], application: [], fonts: [], styles: [] }
  const page = { chunks, bytes: Buffer.from(html), assets: { ...none, ...assets }, hasWidget }
  return { route: '/x', ...createPageWeigher(['nowhere', folder], '/shop')(page) }
}
const weigh = (body: string, given?: Given) =>
  weighChunks([`<!doctype html><html><head></head><body>${body}</body></html>`], given)

const listViolations = (...pages: ReturnType<typeof weigh>[]) =>
  findAll(pages).map(({ text }) => text)

describe('the weight of a page', () => {
  it('counts what the page loads before the first interaction', () => {
    const assets = {
      scripts: ['/shop/a.js', '/shop/a.js'],
      application: ['/shop/noise.js'],
      fonts: ['/shop/a.woff2'],
      styles: [
        '@font-face{font-family:A;src:url("/shop/a.woff2");font-display:swap}',
        '@font-face{font-family:B;src:url(/shop/b.woff2);font-display:optional}',
      ],
    }
    const gzip = (name: keyof typeof files) => gzipSync(files[name], { level: 9 }).length
    const weight = weigh('', { assets })
    expect(weight.load).toEqual({
      script: 2 * gzip('a.js') + gzip('noise.js'),
      hasEagerScripts: true,
      hasAnalytics: false,
      hydratesAtOnce: true,
      fonts: 70_000,
      blockingFonts: [],
      thirdParty: [],
      hasWidget: false,
    })
    expect(listViolations(weight)).toContain(
      '/x: 70,000 bytes of fonts, 10,000 bytes over the budget of 60,000 bytes',
    )
  })

  it('knows a font that hides its text', () => {
    const styles = ['@font-face{font-family:A;src:url(/a.woff2)}']
    expect(listViolations(weigh('', { assets: { styles } }))).toEqual([
      expect.stringMatching(/^\/x: the font \/a\.woff2 hides its text/),
    ])
  })

  const bigScript = { scripts: ['/noise.js'] }
  it.each<[string, Partial<PageAssets>, RegExp]>([
    ['script', bigScript, /^\/x: [\d,]+ bytes of JavaScript .* over the budget of 1,500 bytes$/],
    ['eager script', { scripts: ['/noise.js', '/a.js'] }, /over the budget of 1,500|3,000 bytes$/],
    ['eager scripts', { scripts: ['/noise.js', '/noise.js'] }, /over the budget of 3,000 bytes$/],
    ['application', { application: ['/noise.js'] }, /bytes of JavaScript before intent/],
  ])('has a budget for its %s', (name, assets, message) => {
    const violations = listViolations(weigh('', { assets }))
    expect(violations).toEqual(name === 'eager script' ? [] : [expect.stringMatching(message)])
  })

  it('leaves out the application and the origins of a third-party widget', () => {
    const script = '<script type="module" src="https://other.example/x.js"></script>'
    const assets = { application: ['/noise.js'] }
    expect(listViolations(weigh(script, { assets, hasWidget: true }))).toEqual([])
    expect(listViolations(weigh(script, { assets }))).toHaveLength(2)
  })
})

describe('what a page loads from another origin', () => {
  const find = (html: string) => weigh(html).load.thirdParty

  it.each([
    ['<script type="module" src="https://other.example/x.js"></script>', '//other.example/x.js'],
    ['<img alt="" srcset="/a.png 1x, //other.example/b.png 2x">', '//other.example/b.png'],
    ['<video controls="" poster="https://other.example/c.png">', '//other.example/c.png'],
    ['<style>b{background:url(//other.example/d.png)}</style>', '//other.example/d.png'],
    ['<link href="https://other.example/e.css" rel="stylesheet">', '//other.example/e.css'],
  ])('is found: %s', (html, url) => {
    expect(find(html)).toEqual([expect.stringContaining(url)])
    expect(weighChunks(['<html>', { html }]).load.thirdParty).toHaveLength(1)
    expect(listViolations(weigh(html))).toEqual([
      expect.stringMatching(
        /^\/x: loads \S+ from another origin, which site\.allowOrigins does not name$/,
      ),
    ])
  })

  it('is neither a link, nor what looks like a tag in texts and data', () => {
    expect(
      find(
        '<link rel="canonical" href="https://own.example/x"><a href="https://example.com/">Away</a>' +
          '<script type="application/ld+json">{"a":"<img src=https://x.example/y>"}</script>' +
          '&lt;img src=&quot;https://x.example/z&quot;&gt;<img src="/a.png" alt="https://b.example">',
      ),
    ).toEqual([])
  })

  it('may be named by the policy of the page', () => {
    const frame = '<iframe title="A map" src="https://maps.example/embed"></iframe>'
    const allow = (source: string) =>
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none';frame-src ${source}">`
    expect(find(frame)).toEqual(['https://maps.example/embed'])
    expect(find(allow('https://other.example') + frame)).toEqual(['https://maps.example/embed'])
    expect(find(allow('https://*.example') + frame)).toEqual([])
    expect(find(allow('https://maps.example') + frame)).toEqual([])
  })
})

describe('the size of a document', () => {
  it('is estimated, unless it is near a budget', () => {
    const weighText = (size: number) => weigh(createIncompressibleText(size)).html
    for (const size of [500, 9000, 12_000, 25_000]) expect(weighText(size).estimated).toBe(true)
    for (const size of [14_700, 15_500, 20_200]) expect(weighText(size).estimated).toBeUndefined()
  })

  it('is on the right side of a budget, whatever the document contains', () => {
    for (const size of [10_000, 12_000, 14_000, 15_000, 17_000, 19_000, 21_000])
      for (const chunk of [createIncompressibleText(size), 'A word. '.repeat(size)]) {
        const exact = brotliCompressSync(chunk).length
        for (const chunks of [[chunk], [{ html: chunk }]])
          for (const limit of [14_600, 20_000])
            expect(weighChunks(chunks).html.bytes > limit).toBe(exact > limit)
      }
  })

  it('is a violation if too many pages are heavy, or one is far too heavy', () => {
    const [light, heavy] = [weigh(''), weigh(createIncompressibleText(15_000))]
    const pages = (count: number) => [
      ...Array<typeof light>(100 - count).fill(light),
      ...Array<typeof light>(count).fill(heavy),
    ]
    expect(listViolations(...pages(5))).toEqual([])
    expect(listViolations(...pages(6))).toEqual([
      expect.stringMatching(/^6 of 100 pages exceed 14,600 bytes .* \/x by (?:about )?\d/),
    ])
    expect(listViolations(weigh(createIncompressibleText(25_000)))).toContainEqual(
      expect.stringMatching(
        /^\/x: about 2[\d,]+ bytes of HTML \(Brotli\), about [\d,]+ bytes over the budget of 20,000 bytes$/,
      ),
    )
  })
})

it("this repository's site keeps every budget", async () => {
  const { stderr } = await buildOwnSite()
  expect(stderr).not.toContain('Over budget')
})
