/** Sites below a path, and with a slash at the end of addresses: each printed address answers. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveFolder } from '../../scripts/serve/serve-folder.ts'
import { listOutputAddresses, type FoundAddress } from '../helpers/list-addresses.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { createInfoPage, readYaml, writeYaml, type YamlMap } from '../helpers/site-yaml.ts'
import { checkHost } from './check-host.ts'
import { copyBakery } from './host-site.ts'

let work: string
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-addresses-'))
})
afterAll(() => rm(work, { recursive: true }))

const article = (title: string, list: string): YamlMap => ({
  kind: 'article',
  title: `${title}, a recipe`,
  description: `${title}, step by step.`,
  label: title,
  article: { published: '2026-03-04', category: 'Baking', image: '/rye.png' },
  blocks: [
    { type: 'breadcrumbs' },
    { type: 'article-header', heading: title },
    { type: 'prose', body: `From [our bread](/bread#prices), [all recipes](${list}), [home](/).` },
  ],
})

/** A copy of the bakery with everything that prints an address. */
async function createSite(name: string, settings: YamlMap = {}): Promise<string> {
  const dir = await copyBakery(join(work, name), {
    ...settings,
    externalPaths: ['/shop'],
    subscribe: { endpoint: '/subscribe' },
    analytics: { beacon: { endpoint: '/beacon' } },
  })
  await sharp({ create: { width: 2240, height: 900, channels: 3, background: '#a63' } })
    .png()
    .toFile(join(dir, 'public/rye.png'))
  await writeFile(join(dir, 'public/LICENSE'), 'Free.\n')
  // Links can be written with a slash where addresses have one.
  const list = settings.trailingSlash ? '/recipes/' : '/recipes'
  const shop = await readYaml(join(dir, 'pages/shop.yaml'))
  shop.pages['/bread'].blocks.find((block: YamlMap) => block.type === 'fee-table').id = 'prices'
  Object.assign(shop.pages, {
    '/recipes': createInfoPage('Recipes', 'Buy flour in [the shop](/shop?flour=1).', {
      blocks: [
        { type: 'hero', heading: 'Recipes', picture: { src: '/rye.png', alt: 'Rye' } },
        { type: 'prose', body: 'See the [hours](/opening.txt) and the [licence](/LICENSE).' },
        { type: 'posts', heading: 'All', subscribe: { heading: 'News', text: 'By email.' } },
      ],
    }),
    '/recipes/rye': article('Rye', list),
    '/recipes/rolls': {
      ...article('Rolls', list),
      trail: [{ label: 'Bread', href: '/bread#prices' }],
    },
  })
  await writeYaml(join(dir, 'pages/shop.yaml'), shop)
  return dir
}

async function build(site: string, out: string, ...args: string[]): Promise<string> {
  const dir = join(work, out)
  const { code, stderr } = await runInProcess('build', ['--site', site, '--out', dir, ...args])
  expect(code, stderr).toBe(0)
  return dir
}

/** Addresses of other programs, of the error page, and incomplete addresses. */
const isElsewhere = ({ where, address }: FoundAddress) =>
  where === 'base' || /\/(404\/?|shop\?.*|subscribe|beacon|\*(\.\*)?)$/.test(address)

/** @returns the addresses that do not answer 200, one line each. */
async function listRedirects(dir: string, found: FoundAddress[]): Promise<string[]> {
  const server: Server = await serveFolder(dir, 0)
  const { port } = server.address() as AddressInfo
  const statuses = new Map<string, number>()
  for (const each of found) {
    const path = each.address.replace(/[?#].*$/, '')
    if (isElsewhere(each) || statuses.has(path)) continue
    const status = await new Promise<number>((resolve, reject) =>
      request({ port, host: 'localhost', path, method: 'HEAD', agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode!)
      })
        .on('error', reject)
        .end(),
    )
    statuses.set(path, status)
  }
  server.closeAllConnections()
  server.close()
  expect(statuses.size).toBeGreaterThan(30)
  return found
    .map((each) => ({ ...each, status: statuses.get(each.address.replace(/[?#].*$/, '')) ?? 200 }))
    .filter(({ status }) => status !== 200)
    .map(({ file, where, address, status }) => `${file} ${where} ${address}: ${status}`)
}

describe.each([
  { base: '/client-a', slash: false },
  { base: '/client.b/shop_2', slash: true },
])('a site at https://agency.test$base/ with trailingSlash: $slash', ({ base, slash }) => {
  const origin = 'https://agency.test'
  let dir: string
  let found: FoundAddress[]
  beforeAll(async () => {
    const name = `site${base.replaceAll('/', '-')}-${slash}`
    const site = await createSite(name, { trailingSlash: slash })
    dir = await build(site, `${name}-dist`, '--origin', `${origin}${base && `${base}/`}`)
    found = await listOutputAddresses(dir, origin)
  })

  it('prints no address outside of it', () => {
    const escaped = found.filter(({ address }) => !address.startsWith(`${base}/`))
    expect(escaped).toEqual([])
    const holders = 'a href,link href,img src,source srcset,form action,html data-page,meta content'
    const others = 'url(),.xml,.txt,start_url,href_matches,item,image,listing,feed,endpoint'
    expect([...new Set(found.map(({ where }) => where))]).toEqual(
      expect.arrayContaining(`${holders},${others}`.split(',')),
    )
  })

  it('prints the address that answers, and none that redirects', async () => {
    expect(await listRedirects(dir, found)).toEqual([])
  })

  // Without a slash, as of a site without a path: see hosts.test.ts.
  if (slash)
    it('is served as its rules say', async () => {
      const server: Server = await serveFolder(dir, 0)
      const { port } = server.address() as AddressInfo
      const differences = await checkHost({ port, dir, encodings: ['br'] })
      server.closeAllConnections()
      server.close()
      expect(differences).toEqual([])
    })
})

describe('the address of a site', () => {
  it('is the same in the settings, and leaves the dates of pages as they are', async () => {
    const site = await createSite('dated')
    expect(await runInProcess('check', ['--record', '--site', site])).toMatchObject({ code: 0 })
    const recorded = await readFile(join(site, 'dates.gen.json'), 'utf8')
    const fromOption = await build(
      site,
      'dated-option',
      '--origin',
      'https://agency.test/client-a/',
    )
    const named = join(work, 'named')
    await cp(site, named, { recursive: true })
    const main = await readYaml(join(named, 'pages.yaml'))
    Object.assign(main.site, { origin: 'https://agency.test/client-a/' })
    await writeYaml(join(named, 'pages.yaml'), main)
    const fromSettings = await build(named, 'dated-settings')
    const asked = await runInProcess('pages', [
      'https://agency.test/client-a/recipes/rye',
      ...['--site', named],
    ])
    expect(asked.stdout).toContain('/recipes/rye  ')
    for (const file of ['index.html', 'sitemap.xml', 'recipes/page.json', 'site.webmanifest'])
      expect(await readFile(join(fromSettings, file), 'utf8'), file).toBe(
        await readFile(join(fromOption, file), 'utf8'),
      )
    await runInProcess('check', ['--record', '--site', named])
    expect(await readFile(join(named, 'dates.gen.json'), 'utf8')).toBe(recorded)
  })

  it.each([
    [
      'https://agency.test/client-a',
      'must end with a slash if it has a path: https://agency.test/client-a/',
    ],
    ['https://agency.test/?a=1', 'cannot have a query (?) or an anchor (#)'],
    ['https://agency.test/a/../b/', 'without .. or //'],
    ['https://agency.test//a/', 'without .. or //'],
    ['agency.test/client-a/', 'must be a URL such as https://www.example.com'],
    ['https://agency.test/a b/', 'must be a URL such as https://www.example.com'],
  ])('cannot be %s', async (origin, message) => {
    const { code, stderr } = await runInProcess('build', ['--origin', origin])
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    const site = await copyBakery(await mkdtemp(join(work, 'bad-')), { origin })
    const checked = await runInProcess('check', ['--site', site])
    expect([checked.code, checked.stderr + checked.stdout]).toEqual([
      1,
      expect.stringContaining('"origin" does not have the right format.'),
    ])
  })
})
