/**
 * Loading a randomly edited site gives pages or located problems, and never throws. `RUNS` sets how
 * many sites are loaded.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { renderDocument } from '../../renderer/document.tsx'
import { addJsonLd } from '../helpers/add-json-ld.ts'
import { readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { hasErrors, type Problem } from '../../schema/problems/problem.ts'
import { root } from '../helpers/run-npm-script.ts'
import { ignoreUnlinked } from '../helpers/ignore-unlinked.ts'

const runs = Number(process.env.RUNS ?? 8)

let site: string
let original: string

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-mutations-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  // A single file with everything, so that an edit can reach every part of the language.
  const main = parse(await readFile(join(site, 'pages.yaml'), 'utf8'))
  const { pages } = parse(await readFile(join(site, 'pages/home.yaml'), 'utf8'))
  await rm(join(site, 'pages'), { recursive: true })
  delete main.include
  pages['/prices'] = {
    kind: 'service',
    title: 'Prices',
    description: 'What a repair costs, with all prices.',
    aliases: ['/costs'],
    readings: { guarantee: 'flyer' },
    service: { name: 'Prices', price: 'tune-up' },
    shell: 'minimal',
    blocks: [
      {
        type: 'hero',
        id: 'start',
        heading: 'Prices from ${tune-up}',
        lead: 'See [home](/), **now**.\n\n- one\n- two',
        actions: [
          { label: 'Call', href: 'tel:', icon: 'phone' },
          { label: 'Up', href: '#start' },
        ],
      },
      {
        type: 'faq',
        heading: 'Asked',
        items: [{ question: 'How long?', answer: '${guarantee} or **so**.' }],
      },
      { type: 'fee-table', heading: 'Fees', rows: [{ item: 'Bell', price: '${tune-up}' }] },
      { type: 'fee-table', heading: 'All', lead: '${fees.bell.new}', rows: 'fees' },
    ],
  }
  pages['/news'] = {
    kind: 'info',
    title: 'News',
    description: 'What is new.',
    blocks: [
      { type: 'hero', heading: 'News' },
      {
        type: 'posts',
        heading: 'Latest',
        show: 1,
        categories: [{ label: 'Tips', count: 'tips' }],
        announced: [{ title: 'Soon', excerpt: 'Wait.', category: 'Tips' }],
        subscribe: { heading: 'Mail' },
      },
    ],
  }
  pages['/news/one'] = {
    kind: 'article',
    title: 'One',
    description: 'The first.',
    article: {
      published: '2026-03-04',
      updated: '2026-03-05',
      category: 'Tips',
      author: 'Jo',
      excerpt: 'Short.',
      featured: true,
    },
    blocks: [
      { type: 'article-header', heading: 'One' },
      { type: 'prose', body: 'Text.' },
      { type: 'related-posts', show: 1 },
    ],
  }
  main.sets = {
    '/wheels/{size}': {
      rows: [
        { size: '26', price: 20, tip: 'Pump it.', notes: [{ type: 'prose', body: 'Small.' }] },
        { size: '28 inch', price: '20-30', flat: true },
      ],
      where: { price: ['20', '20-30'] },
      except: { flat: false },
      facts: { 'wheel-price': { label: 'A wheel of {{size}}', unit: 'USD', value: '{{price}}' } },
      page: {
        kind: 'service',
        title: 'Wheels of {{size}}',
        description: 'From ${wheel-price}.',
        noindex: '{{flat?}}',
        service: { name: '{{size}}', price: 'wheel-price' },
        blocks: [
          {
            type: 'hero',
            id: 'top',
            heading: '{{size}}: ${wheel-price}',
            lead: '{{tip?}} See [the wheel](/wheels/{{size|slug}}).',
          },
          '{{notes?}}',
          { where: { flat: true }, type: 'prose', body: 'Flat.' },
        ],
      },
      overrides: {
        '/wheels/26': {
          description: 'The small wheel of a bike.',
          blocks: { top: { lead: null } },
        },
      },
    },
    '/{what.name}-{who}': {
      rows: { what: [{ name: 'Bells' }], who: ['kids', 'adults'] },
      page: {
        kind: 'info',
        title: '{{what.name}} for {{who}}',
        description: '{{what.name}}, {{who}}.',
        blocks: [{ type: 'hero', heading: '{{who}}' }],
      },
    },
  }
  await mkdir(join(site, 'data'))
  await writeFile(join(site, 'data/fees.csv'), 'Part,New,Used\nBell,12,5-8\nLamp,20,\n')
  main.facts.fees = { label: 'Parts', unit: 'USD', table: 'data/fees.csv', source: 'the list' }
  main.facts.tips = { label: 'Tips', unit: 'count', value: 3, articlesIn: 'Tips' }
  main.site.subscribe = { endpoint: 'https://news.example.com/add', field: 'EMAIL' }
  original = stringify({ ...main, pages })
})
afterAll(() => rm(site, { recursive: true }))

/** Loads a text as pages.yaml and checks what must be true of every result. */
async function loadMutated(text: string): Promise<Problem[]> {
  await writeFile(join(site, 'pages.yaml'), text)
  const loaded = await readWholeSite(site)
  const { problems, pages, siteData: data } = loaded
  for (const problem of problems.filter(({ severity }) => severity === 'error')) {
    expect(problem.message).not.toMatch(/undefined|\[object|NaN/)
    if (!['MISSING_SETTINGS', 'MISSING_HOME_PAGE'].includes(problem.code))
      expect(problem.line).toBeGreaterThan(0)
  }
  if (!hasErrors(problems)) {
    expect(data).toBeDefined()
    expect(pages.length).toBeGreaterThan(0)
    // A site without errors must build.
    for (const page of addJsonLd(loaded))
      expect(renderDocument(page.data, data!)).toContain('</html>')
  }
  return problems
}

it('the unedited site is valid', async () => {
  expect(ignoreUnlinked(await loadMutated(original))).toEqual([])
})

it('any change of the text gives pages or problems', async () => {
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat(40),
    insert: fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        '${',
        '*a',
        '&a ',
        '\t',
        ': ',
        '- ',
        '"',
        '\n',
        '!!js ',
        '<<: ',
        '__proto__: 1\n',
      ),
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
      const text = edits.reduce((current, { at, remove, insert }) => {
        const index = Math.floor(at * current.length)
        return current.slice(0, index) + insert + current.slice(index + remove)
      }, original)
      await loadMutated(text)
    }),
    { numRuns: runs },
  )
})

const wheels = ['sets', '/wheels/{size}']
const unprintable = { toString: {} }

/** What random values rarely find. */
const regressions: [path: string[], value: unknown][] = [
  [['site', 'business', 'type'], { toString: {} }],
  [['facts', 'tune-up', 'unit'], '${x}'],
  [['pages', '/', 'blocks', '0', 'type'], unprintable],
  [[...wheels, 'overrides', '/wheels/26'], null],
  [[...wheels, 'rows', '1', 'size'], unprintable],
  [[...wheels, 'page', 'description'], unprintable],
]

it('any value at any path gives pages or problems', async () => {
  const paths = listValuePaths(parse(original))
  const value = fc.oneof(
    fc.constantFrom(
      null,
      true,
      0,
      -1,
      3.5,
      '',
      ' ',
      [],
      {},
      [null],
      { type: 'hero' },
      ['x'],
      '${x}',
      '${tune-up',
      'javascript:1',
      '__proto__',
      unprintable,
      { constructor: 'x' },
    ),
    fc.jsonValue(),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), value, async (path, replacement) => {
      const data = parse(original)
      const parent = path.slice(0, -1).reduce((node, key) => node[key], data)
      parent[path.at(-1)!] = replacement
      await loadMutated(stringify(data))
    }),
    { numRuns: runs + regressions.length, examples: regressions },
  )
})

/** Lists the paths of all values at any depth. */
function listValuePaths(node: unknown, path: string[] = []): string[][] {
  if (typeof node !== 'object' || node === null) return [path]
  const nested = Object.entries(node).flatMap(([key, value]) =>
    listValuePaths(value, [...path, key]),
  )
  return path.length > 0 ? [path, ...nested] : nested
}
