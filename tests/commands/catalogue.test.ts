/** The catalogue: its pages, and that they work from any folder or address. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { globSync } from 'tinyglobby'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { renderExampleFrame } from '../../renderer/example-frame.ts'
import { SiteBlocks } from '../../scripts/prerender/bundle/site-blocks.ts'
import { parseHtml, parseBuiltDocument } from '../helpers/built-document.ts'
import { listHtmlErrors } from '../helpers/validate-html.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let work: string
let out: string
/** @property valid how many valid examples are written */
let blocks: { type: string; live: boolean; valid: number }[]
const readCatalogueFile = (path: string) => readFile(join(out, path), 'utf8')
const parseCatalogueFile = (path: string) => parseBuiltDocument(join(out, path))

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-catalogue-'))
  out = join(work, 'catalogue')
  const args = ['--site', join(root, 'tests/sites/bakery'), '--out', out]
  const { code, stderr } = await runInProcess('catalogue', args)
  expect(code, stderr).toBe(0)
  blocks = (await new SiteBlocks(root).find()).map(({ type, schema, examples }) => ({
    type,
    live: schema.live === true || (typeof schema.eager === 'object' && !('after' in schema.eager!)),
    valid: (parse(examples) as { error?: string }[]).filter(({ error }) => !error).length,
  }))
})
afterAll(() => rm(work, { recursive: true }))

it('the catalogue lists every block in its group, on the index and beside each page', async () => {
  for (const path of ['index.html', 'hero/index.html']) {
    const document = await parseCatalogueFile(path)
    const groups = [...document.querySelectorAll('.sidebar .block-group')].map((group) => ({
      heading: group.querySelector('p')!.textContent,
      types: [...group.querySelectorAll('a')].map(({ textContent }) => textContent),
    }))
    expect(groups[0]).toEqual({
      heading: 'Top of the page',
      types: ['article-header', 'breadcrumbs', 'hero'],
    })
    expect(groups.flatMap(({ types }) => types).sort()).toEqual(blocks.map(({ type }) => type))
    if (path === 'index.html')
      expect(
        [...document.querySelectorAll('main .block-group')].map((group) => ({
          heading: group.querySelector('h2')!.textContent,
          types: [...group.querySelectorAll('h3 a')].map(({ textContent }) => textContent),
        })),
      ).toEqual(groups)
  }
})

it('the catalogue lists every block with a short description, and marks live ones', async () => {
  const index = await parseCatalogueFile('index.html')
  const entries = [...index.querySelectorAll('.index-entry')]
  const hero = entries.find((entry) => entry.querySelector('a')!.textContent === 'hero')!
  expect(hero.querySelector('p')!.textContent).toMatch(/^The top of a page: .* several offers\.$/)
  expect(
    entries
      .filter((entry) => entry.querySelector('.live'))
      .map((entry) => entry.querySelector('a')!.textContent)
      .sort(),
  ).toEqual(blocks.filter(({ live }) => live).map(({ type }) => type))
})

it('the catalogue finds blocks by the words of their names and descriptions', async () => {
  // jsdom would apply the styles to each element, which takes long.
  const html = (await readCatalogueFile('index.html')).replace(/<style.*?<\/style>/gs, '')
  const { body, defaultView } = new JSDOM(html, {
    runScripts: 'dangerously',
    beforeParse: (window) =>
      void Object.assign(window, {
        ResizeObserver: class {
          observe() {}
        },
      }),
  }).window.document
  const listShown = () =>
    [...body.querySelectorAll('.sidebar li:not([hidden]) a')].map((link) => link.textContent)
  const listHeadings = () =>
    [...body.querySelectorAll('main section:not([hidden]) h2')].map((h2) => h2.textContent)
  const input = body.querySelector<HTMLInputElement>('.block-search input')!
  input.value = 'price cards'
  input.dispatchEvent(new defaultView!.Event('input'))
  expect(listShown()).toContain('price-cards')
  expect(body.querySelector('.block-count')!.textContent).toMatch(/^\d of \d\d blocks$/)
  // The name of a group finds its blocks, and groups without a match are hidden.
  input.value = 'people and proof'
  input.dispatchEvent(new defaultView!.Event('input'))
  expect(listShown()).toContain('profile')
  expect(listHeadings()).toEqual(['People and proof'])
})

describe('a block page', () => {
  it('shows each valid example at two widths in both color schemes', async () => {
    for (const { type, valid } of blocks) {
      const frames = (await readCatalogueFile(`${type}/index.html`)).match(/<iframe [^>]*>/g)!
      const read = (name: string) =>
        frames.map((frame) => new RegExp(` ${name}="([^"]*)"`).exec(frame)![1]!)
      const widths = Array.from({ length: valid }, () => ['360', '360', '1200', '1200'])
      expect(read('data-width'), type).toEqual(widths.flat())
      const sources = new Set(read('src'))
      expect(sources.size, type).toBe(valid * 2)
      for (const src of sources)
        expect(existsSync(join(out, type, src, 'index.html')), src).toBe(true)
    }
  })

  it('has the sitemap that the block page-finder reads', async () => {
    const sitemap = await readCatalogueFile('sitemap.xml')
    expect(sitemap).toContain('<loc>https://bakery.example.org/page-finder</loc>')
  })

  it('shows each example as YAML to copy, with aliases to other examples resolved', async () => {
    const [first] = (await parseCatalogueFile('quote/index.html')).querySelectorAll('.yaml pre')
    expect(first!.textContent).toMatch(/^- type: quote\n {2}/)
    const pages = await Promise.all(
      blocks.map(({ type }) => readCatalogueFile(`${type}/index.html`)),
    )
    const shown = pages.flatMap((html) => html.match(/<pre.*?<\/pre>/gs)!)
    expect(shown.length).toBeGreaterThan(150)
    expect(shown.filter((yaml) => /: (?:&amp;|\*)[a-z]/.test(yaml))).toEqual([])
    expect(shown.filter((yaml) => yaml.includes('Ask us')).length).toBeGreaterThan(1)
  })

  it('is valid HTML with relative addresses', async () => {
    for (const path of ['index.html', 'hero/index.html', 'posts/index.html']) {
      const html = await readCatalogueFile(path)
      expect(
        (await listHtmlErrors(html)).filter(
          (error) => !/^(no-inline-style|prefer-native)/.test(error),
        ),
        path,
      ).toEqual([])
      expect(html).not.toMatch(/(href|src)="\//)
    }
  })
})

describe('an example frame', () => {
  it('is a separate, unlisted document with the data it needs for hydration', async () => {
    const { documentElement, head } = await parseCatalogueFile(
      'frames/tabs/default/dark/index.html',
    )
    expect(head.querySelector<HTMLMetaElement>('meta[name=robots]')!.content).toBe('noindex')
    expect(JSON.parse(await readCatalogueFile(documentElement.dataset.page!)).blocks).toMatchObject(
      [{ type: 'tabs' }],
    )
    expect(JSON.parse(await readCatalogueFile('site.json')).measuring).toBeUndefined()
  })

  it('refers only to existing pictures, in every size it offers', async () => {
    const shown = new Set<string>()
    for (const frame of globSync('frames/*/*/light/index.html', { cwd: out })) {
      const html = await readCatalogueFile(frame)
      for (const [, addresses] of html.matchAll(/<(?:img|source)[^>]* src(?:set)?="([^"]+)"/gi))
        for (const entry of addresses!.split(', ')) shown.add(entry.split(' ')[0]!)
    }
    expect(shown.size).toBeGreaterThan(10)
    expect([...shown].filter((src) => !existsSync(join(out, src)))).toEqual([])
  })

  it('keeps its color scheme whatever the system prefers', () => {
    const css =
      '@layer a{@media (prefers-color-scheme: dark){b{color:red}}@media print and (prefers-color-scheme:light){b{color:blue}}}'
    const html = renderExampleFrame(
      `<html lang="en"><head><style>${css}</style></head><body></body></html>`,
      'dark',
    )
    const document = parseHtml(html)
    expect(document.documentElement.style.colorScheme).toBe('dark')
    const script = document.querySelector('script')!.textContent!
    const rule = (mediaText: string) => ({ media: { mediaText } })
    const [dark, light] = [
      rule('(prefers-color-scheme: dark)'),
      rule('print and (prefers-color-scheme:light)'),
    ]
    // jsdom does not parse cascade layers, so build the rules as a browser would.
    const browser = { styleSheets: [{ cssRules: [{ cssRules: [dark, light] }] }], head: undefined }
    new Function('document', 'MutationObserver', 'addEventListener', script)(
      browser,
      class {
        observe() {}
      },
      () => {},
    )
    expect(dark.media.mediaText).toBe('(min-width: 0px)')
    expect(light.media.mediaText).toBe('print and (max-width: 0px)')
  })
})
