/**
 * The benchmark adapter (tests/bench/peers) still builds, and its pages contain everything that
 * the benchmark requires of each generator.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { parseBuiltDocument } from '../helpers/built-document.ts'
import { root } from '../helpers/run-npm-script.ts'

const links = [{ label: 'Boats & more', href: '/boats/sale/' }]
const site = {
  name: 'North & Sons',
  url: 'https://www.example.com',
  language: 'en',
  crumb: { label: 'All services', href: '/l/' },
  header: { menus: [{ label: 'Work', links }] },
  footer: { columns: [{ title: 'Where', links }], note: '© North & Sons, <always>.' },
}
const createBenchmarkPage = (number: number) => ({
  route: `/l/roof-repair-${number}`,
  title: `Roof repair ${number} & more: from 40 €`,
  description: `Roof ${number}: "tiles" & </script>.`,
  jsonLd: ['FAQPage', 'Service', 'BreadcrumbList'],
  blocks: [
    {
      type: 'hero',
      heading: `Roof ${number}`,
      text: 'It is <b>not</b> bold.',
      actions: [
        { label: 'Quote', href: `/quote/?page=${number}` },
        { label: 'Prices', href: '#prices' },
      ],
      badges: ['Insured'],
    },
    {
      type: 'prices',
      heading: 'Costs',
      cards: [
        {
          name: 'Small',
          amount: 40,
          currency: 'EUR',
          unit: 'per visit',
          features: ['Tiles'],
          action: { label: 'Book', href: '/book/?offer=small' },
        },
      ],
    },
    { type: 'steps', heading: 'Steps', items: [{ title: '1. Call', text: 'Now.' }] },
    { type: 'faq', heading: 'Questions', items: [{ question: 'Why & when?', answer: 'R&D.' }] },
    {
      type: 'cities',
      heading: 'Towns',
      columns: ['Town', 'Distance', 'Fee', 'Time'],
      rows: [{ city: "L'Île <Nord>", km: 3, fee: 8, time: '5 min' }],
    },
    {
      type: 'testimonials',
      heading: 'Said',
      items: [{ quote: 'Dry.', name: 'Ada', place: 'Here' }],
    },
    {
      type: 'related',
      heading: 'Near',
      links: [{ label: 'The other', href: `/l/roof-repair-${3 - number}/` }],
    },
    {
      type: 'cta',
      heading: 'Ready?',
      text: 'Yes.',
      action: { label: 'Call us', href: `/call/?page=${number}` },
    },
  ],
})
const pages = [createBenchmarkPage(1), createBenchmarkPage(2)]

let work: string
let workDir: string
let exitCode: number | null
let output: string

type Tools = {
  load: typeof parse
  toYaml: typeof stringify
  editYaml: () => void
  versionOf: () => void
}
type Adapter = {
  prepare(folders: { dataDir: string; workDir: string; node: string }): void
  build(tools: { node: string }): string[]
  env?: NodeJS.ProcessEnv
}

beforeAll(async () => {
  work = await realpath(await mkdtemp(join(tmpdir(), 'signpost-peer-')))
  workDir = join(work, 'signpost')
  await mkdir(join(work, 'data'))
  await writeFile(join(work, 'data/site.yaml'), stringify(site))
  await writeFile(join(work, 'data/pages-0001.yaml'), stringify({ pages }))
  const { createSignpost } = (await import(
    pathToFileURL(join(root, 'tests/bench/peers/signpost.mjs')).href
  )) as { createSignpost(tools: Tools): Adapter }
  const adapter = createSignpost({
    load: parse,
    toYaml: stringify,
    editYaml: () => {},
    versionOf: () => {},
  })
  const node = process.execPath
  adapter.prepare({ dataDir: join(work, 'data'), workDir, node })
  const [command, ...args] = adapter.build({ node }) as [string, ...string[]]
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: workDir,
    encoding: 'utf8',
    env: { ...process.env, ...adapter.env },
  })
  exitCode = status
  output = stdout + stderr
}, 120_000)
afterAll(() => rm(work, { recursive: true }))

const parseBenchmarkPage = (number: number) =>
  parseBuiltDocument(join(workDir, `dist/l/roof-repair-${number}/index.html`))

it('the peer benchmark site builds without errors', () => {
  // The texts of the benchmark contain HTML on purpose, to compare how it is escaped, and typed prices.
  expect(output).not.toMatch(/error|warning (?!HTML_IN_TEXT|UNCITED_FIGURE)/i)
  expect(exitCode, output).toBe(0)
})

it('the peer benchmark site keeps its caches in its own folder', async () => {
  expect(await readdir(join(workDir, 'node_modules/.signpost/bundles'))).toContainEqual(
    expect.stringMatching(/^plain-/),
  )
  expect(
    (await readdir(join(workDir, 'blocks'))).filter((name) => !name.includes('.gen.')),
  ).toEqual([
    'cities',
    'cta',
    'faq',
    'hero',
    'prices',
    'related',
    'shared',
    'steps',
    'testimonials',
  ])
})

it('a benchmark page has the eight blocks as plain elements, a header and a footer', async () => {
  const { body, head, scripts } = await parseBenchmarkPage(1)
  expect([...body.querySelectorAll('main > section')].map(({ className }) => className)).toEqual(
    pages[0]!.blocks.map(({ type }) => type),
  )
  expect(body.querySelector('main')!.getAttributeNames()).toEqual([])
  expect(body.querySelector('.hero p')!.textContent).toBe('It is <b>not</b> bold.')
  expect(body.querySelector('.price')!.innerHTML).toBe(
    '<span class="amount">40 EUR</span> <span class="unit">per visit</span>',
  )
  expect([...body.querySelectorAll('header a')].map((link) => link.getAttribute('href'))).toEqual([
    '/',
    '/boats/sale/',
  ])
  expect(body.querySelector('footer .note')!.textContent).toBe('© North & Sons, <always>.')
  expect(head.querySelector('link[rel=canonical]')!.getAttribute('href')).toBe(
    'https://www.example.com/l/roof-repair-1/',
  )
  expect(head.querySelectorAll('style, link:not([rel=canonical])')).toHaveLength(0)
  expect([...scripts].filter(({ type }) => type !== 'application/ld+json')).toEqual([])
})

it('a benchmark page has exactly the structured data that the benchmark requires', async () => {
  const url = 'https://www.example.com/l/roof-repair-2/'
  const { title, description } = pages[1]!
  const things = [...(await parseBenchmarkPage(2)).scripts].map(({ textContent }) =>
    JSON.parse(textContent!),
  )
  expect(things).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: [
        {
          '@type': 'Question',
          name: 'Why & when?',
          acceptedAnswer: { '@type': 'Answer', text: 'R&D.' },
        },
      ],
    },
    {
      '@context': 'https://schema.org',
      '@type': 'Service',
      name: title,
      description,
      url,
      provider: { '@type': 'Organization', name: 'North & Sons', url: 'https://www.example.com' },
      areaServed: ["L'Île <Nord>"],
      offers: [{ '@type': 'Offer', name: 'Small', price: 40, priceCurrency: 'EUR' }],
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        {
          '@type': 'ListItem',
          position: 1,
          name: 'North & Sons',
          item: 'https://www.example.com/',
        },
        {
          '@type': 'ListItem',
          position: 2,
          name: 'All services',
          item: 'https://www.example.com/l/',
        },
        { '@type': 'ListItem', position: 3, name: title, item: url },
      ],
    },
  ])
})

it('the benchmark sitemap lists exactly the pages of the data', async () => {
  const sitemap = await readFile(join(workDir, 'dist/sitemap.xml'), 'utf8')
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://www.example.com/l/roof-repair-1/',
    'https://www.example.com/l/roof-repair-2/',
  ])
})
