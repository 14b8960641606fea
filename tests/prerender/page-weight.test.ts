/** Page weights and their budgets. */
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBudgetViolations as findAll } from '../../scripts/prerender/budgets/budgets.ts'
import { createPageWeigher, measurePage } from '../../scripts/prerender/budgets/measure-page.ts'
import { buildOwnSite } from '../helpers/own-site.ts'
import { runInProcess } from '../helpers/run-in-process.ts'

const files: Record<string, Buffer> = {
  '/a.js': Buffer.from('let a = 1'),
  '/a.woff2': Buffer.alloc(40_000),
  '/b.woff2': Buffer.alloc(30_000),
  '/a.css': Buffer.from('@font-face{font-family:B;src:url(/b.woff2);font-display:optional}'),
}
const measureTestPage = (head: string, body = '', attributes = '') =>
  measurePage(
    '/x',
    `<!doctype html><html lang="en"${attributes}><head>${head}</head><body>${body}</body></html>`,
    (path) => files[path],
  )

const listBudgetViolations = (...given: Parameters<typeof findAll>) =>
  findAll(...given).map(({ text }) => text)

/** Returns random text, which cannot be compressed. */
const createIncompressibleText = (size: number) => randomBytes(size).toString('base64')

describe('the weight of a page', () => {
  it('counts what the page loads before the first interaction', () => {
    const head =
      '<style>@font-face{font-family:A;src:url("/a.woff2");font-display:swap}</style><link rel="stylesheet" href="/a.css">' +
      '<link rel="preload" as="font" href="/a.woff2" crossorigin><script type="module" src="/a.js"></script><link rel="icon" href="data:,">'
    const weight = measureTestPage(
      head,
      '<img src="/1.png" alt=""><img src="/2.png" alt="" loading="lazy"><a href="https://example.com/">Away</a>',
    )
    expect(weight).toMatchObject({
      inlinedCss: 63,
      load: {
        script: { raw: 9 },
        fonts: { bytes: 70_000, preloaded: 40_000, count: 1 },
        blockingFonts: [],
        thirdParty: [],
      },
      live: false,
      // The document, the stylesheet, the font, the script and the picture that is not lazy.
      requests: 5,
    })
    expect(listBudgetViolations([weight])).toEqual([
      '/x: 70,000 bytes of fonts, 10,000 bytes over the budget of 60,000 bytes',
    ])
  })

  it('counts the application only if it loads without an interaction', () => {
    const files = ' data-application="/a.js /a.js /b.js"'
    expect(measureTestPage('', '', ` data-live=".x"${files}`)).toMatchObject({
      live: true,
      load: { hydratesAtOnce: false, script: { raw: 0 } },
      requests: 1,
    })
    expect(measureTestPage('', '', ` data-live=".x" data-wakes="category="${files}`)).toMatchObject(
      {
        load: { hydratesAtOnce: false, script: { raw: 0 } },
      },
    )
    // The document, two files, the page's data and the site's.
    expect(measureTestPage('', '', ` data-live=".x" data-wakes${files}`)).toMatchObject({
      live: true,
      load: { hydratesAtOnce: true, script: { raw: 18 } },
      requests: 5,
    })
    expect(
      measureTestPage('', '', ` data-live=".x" data-wakes="category= "${files}`),
    ).toMatchObject({
      load: { hydratesAtOnce: true },
    })
  })

  it('counts the scripts of its blocks', () => {
    expect(
      measureTestPage(
        '<script type="module" src="/a.js"></script><script type="module" src="/a.js"></script>',
      ),
    ).toMatchObject({ live: true, load: { hasEagerScripts: true, script: { raw: 18 } } })
  })

  it('ignores tags inside scripts and text', () => {
    expect(
      measureTestPage(
        '<script type="application/ld+json">{"a":"<img src=https://x.example/y>"}</script>',
        '&lt;img src="https://x.example/z"&gt;',
      ).load.thirdParty,
    ).toEqual([])
  })
})

describe('a budget violation is', () => {
  it.each([
    [
      'a font that hides its text',
      '<style>@font-face{font-family:A;src:url(/a.woff2)}</style>',
      /^\/x: the font \/a\.woff2 hides its text/,
    ],
    [
      'a script from another origin',
      '<script type="module" src="https://other.example/x.js"></script>',
      /^\/x: loads https:\/\/other\.example\/x\.js from another origin, which site\.allowOrigins does not name$/,
    ],
    [
      'a picture from another origin in CSS',
      '<style>b{background:url(//other.example/x.png)}</style>',
      /loads \/\/other.* from another origin/,
    ],
    [
      'more script than the budget',
      `<script type="module" src="/noise.js"></script>`,
      /^\/x: [\d,]+ bytes of JavaScript before intent .* over the budget of 1,500 bytes$/,
    ],
    [
      'an application that loads without an interaction',
      '</head><body><main></main>',
      /^\/x: [\d,]+ bytes of JavaScript before intent/,
      ' data-wakes data-application="/noise.js"',
    ],
    [
      'an eager script above its own budget',
      '<script type="module" src="/noise.js"></script><script type="module" src="/noise.js"></script>',
      /over the budget of 3,000 bytes$/,
    ],
    [
      'a document above the absolute limit',
      createIncompressibleText(25_000),
      /^\/x: [\d,]+ bytes of HTML \(Brotli\), [\d,]+ bytes over the budget of 20,000 bytes$/,
    ],
  ])('%s', (_, head, message, attributes = '') => {
    files['/noise.js'] = Buffer.from(createIncompressibleText(2000))
    expect(listBudgetViolations([measureTestPage(head, '', attributes)])).toContainEqual(
      expect.stringMatching(message),
    )
  })

  it('too many heavy pages, but not a few', () => {
    const [light, heavy] = [measureTestPage(''), measureTestPage(createIncompressibleText(15_000))]
    const pages = (count: number) => [
      ...Array(100 - count).fill(light),
      ...Array(count).fill(heavy),
    ]
    expect(listBudgetViolations(pages(5))).toEqual([])
    expect(listBudgetViolations(pages(6))).toEqual([
      expect.stringMatching(/^6 of 100 pages exceed 14,600 bytes .* \/x by \d/),
    ])
  })

  it('a frame of another origin, unless the policy names it', () => {
    const frame = '<iframe src="https://maps.example/embed"></iframe>'
    const allow = (source: string) =>
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none';frame-src ${source}">`
    const violations = (head: string) => listBudgetViolations([measureTestPage(head, frame)])
    const expected = [expect.stringMatching(/loads https:\/\/maps\.example\/embed from another/)]
    expect(violations('')).toEqual(expected)
    expect(violations(allow('https://other.example'))).toEqual(expected)
    expect(violations(allow('https://*.example'))).toEqual([])
    expect(violations(allow('https://maps.example'))).toEqual([])
  })

  it('never what a widget loads from another origin', () => {
    const script = '<script type="module" src="https://other.example/x.js"></script>'
    expect(
      listBudgetViolations([
        measureTestPage(script, '<section class="block booking-widget"></section>'),
      ]),
    ).toEqual([])
  })
})

describe("this repository's site", () => {
  it('keeps every budget', async () => {
    const { out, stderr } = await buildOwnSite()
    expect(stderr).not.toContain('Over budget')
    // The build has measured every page. Measuring them again would take as long.
    const part = await mkdtemp(join(tmpdir(), 'signpost-weight-'))
    for (const folder of ['assets', 'pricing'])
      await cp(join(out, folder), join(part, folder), { recursive: true })
    const { code, stdout } = await runInProcess('page-weight', ['--dir', part, '--format', 'json'])
    const { violations, pages } = JSON.parse(stdout)
    expect([code, violations, pages.length]).toEqual([0, [], 1])
    const { stdout: text } = await runInProcess('page-weight', ['--dir', part])
    await rm(part, { recursive: true })
    expect(text).toMatch(
      /requests {2}page\n[\s\S]* {2}\/pricing( \(live\))?\n[\s\S]*HTML [\d,]+ bytes at the 95th percentile.*\nNo budget is exceeded\.\n$/,
    )
  })
})

describe.each([
  ['of its own', (html: string) => html],
  ['that others share', (html: string) => ({ html })],
])('pages of one kind, measured in turn, with a piece %s,', (_, toPiece) => {
  const weigher = createPageWeigher((path) => files[path])
  const weighOne = (body: string) => {
    const html = `<html lang="en"><head><link rel="canonical" href="https://own.example/x"></head><body>${body}</body></html>`
    return weigher({
      route: '/x',
      chunks: ['<!doctype html>', toPiece(html)],
      bytes: Buffer.from(html),
      kind: 'info hero',
      hasWidget: false,
    })
  }

  it('are each searched for resources from other origins', () => {
    expect(
      weighOne(
        '<a href="https://example.com/">Away</a><script type="application/ld+json">{"url":"https://example.com"}</script>',
      ).load.thirdParty,
    ).toEqual([])
    expect(weighOne('<img alt="" src="https://example.com/a.png">').load.thirdParty).toEqual([
      'https://example.com/a.png',
    ])
    expect(
      weighOne('<img alt="" srcset="/a.png 1x, //example.com/b.png 2x">').load.thirdParty,
    ).toEqual(['//example.com/b.png'])
    expect(weighOne('<p>Plain</p>').load.thirdParty).toEqual([])
  })

  it('are compressed until their ratio is known, and later only if they might be too heavy', () => {
    const page = (words: string) =>
      weigher({
        route: '/x',
        chunks: [words],
        bytes: Buffer.from(words),
        kind: 'info hero',
        hasWidget: false,
      }).html
    for (let index = 0; index < 70; index++) page(`<p>${createIncompressibleText(3000)}</p>`)
    expect(
      [...Array(50)]
        .map(() => page(`<p>${createIncompressibleText(3000)}</p>`))
        .filter(({ estimated }) => estimated).length,
    ).toBeGreaterThan(40)
    // Estimates are never below the measured size.
    const { brotli, estimated } = [...Array(3)]
      .map(() => page(`<p>${createIncompressibleText(3000)}</p>`))
      .find((html) => html.estimated)!
    expect([estimated, brotli >= 3000]).toEqual([true, true])
    for (const size of [13_000, 14_000, 25_000])
      expect(page(`<p>${createIncompressibleText(size)}</p>`).estimated).toBeUndefined()
  })

  it('are searched for CSS that loads from other origins', () => {
    expect(
      weighOne('<style>p { background: url("https://example.com/a.png") }</style>').load.thirdParty,
    ).toEqual(['https://example.com/a.png'])
  })
})
