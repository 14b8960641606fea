/** Deleting a page: its entry, its addresses and the links to it, or nothing. */
import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { renamePage } from '../../scripts/edit/pages/rename-page.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let site: string
const read = (file: string) => readFile(join(site, file), 'utf8')
const readAddresses = async () => JSON.parse(await read('addresses.gen.json')) as object
const run = (name: string, ...args: string[]) => runInProcess(name, [...args, '--site', site])

const kept = `  /pricing: # the current ones
    kind: info
    title: Pricing
    description: What it costs now.
    blocks:
      - { type: hero, heading: Pricing, lead: 'Not the [old](/prices) ones.' }
`
const old = `  /prices:
    kind: info
    title: Prices
    description: What it cost.
    aliases: [/costs]
    blocks:
      - { type: hero, heading: Prices, lead: 'See [the shop](/).' }
`

beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-delete-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  await writeFile(join(site, 'pages/prices.yaml'), `pages:\n${old}${kept}`)
  await run('check', '--record')
})
afterEach(() => rm(site, { recursive: true }))

it('a page that is replaced redirects, and links lead to the other one', async () => {
  const { stdout } = await run('delete', '/prices', '--to', '/pricing')
  expect(stdout).toContain(
    '/prices is deleted, and its address redirects to /pricing, with 1 link.',
  )
  expect(stdout).toContain('  /pricing  pages/prices.yaml:14')
  expect(await read('pages/prices.yaml')).toBe(
    `pages:\n${kept
      .replace('now.\n', 'now.\n    aliases: [/prices, /costs]\n')
      .replace('(/prices)', '(/pricing)')}`,
  )
  expect(JSON.parse(await read('dates.gen.json'))).not.toHaveProperty('/prices')
})

it('no menu names the page any more, and its translation becomes a page of its own', async () => {
  const settings = await read('pages.yaml')
  const menus = 'menus: [{ label: Home, href: / }, { label: Prices, href: /prices }]'
  await writeFile(
    join(site, 'pages.yaml'),
    settings
      .replace('menus: [{ label: Home, href: / }]', menus)
      .replace(
        /^ {2}origin:/m,
        '  languages: { es: { label: Español, navigation: { header: { menus: [{ label: Precios, href: /precios }] }, footer: { groups: [{ heading: Taller, items: [{ label: Precios, href: /precios }] }], legal: Taller } } } }\n$&',
      ),
  )
  const spanish = old
    .replace('/prices:', '/precios:\n    language: es\n    translates: /prices')
    .replace(/ {4}aliases: .*\n/, '')
    .replaceAll('Prices', 'Precios')
    .replace('What it cost', 'Lo que costaba')
  await writeFile(join(site, 'pages/precios.yaml'), `pages:\n${spanish}`)
  await run('check', '--accept-translation', '/precios')
  const { code, stderr } = await run('delete', '/prices', '--to', '/')
  expect(code, stderr).toBe(0)
  expect(await read('pages.yaml')).toContain('menus: [{ label: Home, href: / }]')
  expect(await read('pages/precios.yaml')).not.toMatch(/translates|original/)
})

it('a page to which others link is not deleted without one that replaces it', async () => {
  const before = await read('pages/prices.yaml')
  const { code, stderr } = await run('delete', '/prices')
  expect(code).toBe(1)
  expect(stderr).toContain('Other pages link to /prices. Nothing was deleted: name the page')
  expect(stderr).toContain('/pricing  pages/prices.yaml:14')
  expect(await read('pages/prices.yaml')).toBe(before)
})

it('a card of the page that replaces it does not lead to its own page', async () => {
  const cards = (items: string) =>
    `      - { type: card-grid, heading: All, items: [${items}{ title: Home, href: / }] }\n`
  const text = `pages:\n${old}${kept}${cards('{ title: Prices, href: /prices }, ')}`
  await writeFile(join(site, 'pages/prices.yaml'), text)
  await run('delete', '/prices', '--to', '/pricing')
  expect(await read('pages/prices.yaml')).toContain(cards(''))
})

it('a link to another address of the page counts, too', async () => {
  const text = `pages:\n${old}${kept.replace('[old](/prices)', '[old](/costs)')}`
  await writeFile(join(site, 'pages/prices.yaml'), text)
  const { stderr } = await run('delete', '/prices')
  expect(stderr).toContain('Other pages link to /prices. Nothing was deleted: name the page')
  expect(stderr).toContain('/pricing  pages/prices.yaml:14')
  await run('delete', '/prices', '--to', '/pricing')
  expect((await run('check')).stdout).not.toContain('error')
})

it('aliases are added to those of the other page, whose comments stay', async () => {
  const aliases = '    aliases:\n      - /fees # in old ads\n'
  const text = `pages:\n${old}${kept.replace('now.\n', `now.\n${aliases}`)}`
  await writeFile(join(site, 'pages/prices.yaml'), text)
  await run('delete', '/prices', '--to', '/pricing')
  expect(await read('pages/prices.yaml')).toContain(`${aliases}      - /prices\n      - /costs\n`)
})

it('the addresses of a page that nothing replaces are gone, and a check accepts that', async () => {
  await writeFile(
    join(site, 'pages/prices.yaml'),
    `pages:\n${old.replace('/costs', '/costs, /%C3%BCber%20uns')}${kept.replace('[old](/prices)', 'old')}`,
  )
  await run('check', '--record')
  const { stdout } = await run('delete', '/prices')
  expect(stdout).toContain(
    '/prices is deleted, and /prices, /costs, /über uns answer 410: gone for good.',
  )
  expect(await readAddresses()).toMatchObject({
    '/prices': 'gone',
    '/costs': 'gone',
    '/über uns': 'gone',
  })
  expect((await run('check')).stdout).not.toContain('error')
})

it.each([
  ['/costs', '/costs is an alias of /prices.'],
  ['/', 'The page / cannot be deleted: every site has it.'],
  ['/404', 'The page /404 cannot be deleted: every site has it.'],
  ['/pricings', 'There is no page /pricings. Did you mean /pricing?'],
])('%s is not deleted', async (route, reason) => {
  expect((await run('delete', route)).stderr).toContain(reason)
})

it('a page that was never published is renamed without an alias', async () => {
  const createNews = (route: string) => `pages:
  ${route}:
    kind: info
    title: News
    description: What is new here.
    blocks: [{ type: hero, heading: News }]
`
  await writeFile(join(site, 'pages/news.yaml'), createNews('/news'))
  expect((await renamePage(site, ['/news', '/blog'])).redirects).toBe(false)
  expect(await read('pages/news.yaml')).toBe(createNews('/blog'))
  await renamePage(site, ['/prices', '/old-prices'])
  expect(await read('pages/prices.yaml')).toContain('aliases: [/costs, /prices]')
})

it('a placeholder leaves no redirect in a site without a record of its addresses', async () => {
  await rm(join(site, 'addresses.gen.json'))
  await writeFile(
    join(site, 'pages/news.yaml'),
    `pages:
  /news:
    kind: info
    placeholder: true
    title: News
    description: What is new here.
    blocks: [{ type: hero, heading: News }]
`,
  )
  await renamePage(site, ['/news', '/blog'])
  expect(await read('pages/news.yaml')).not.toContain('aliases')
  await run('delete', '/blog', '--to', '/pricing')
  expect(await read('pages/prices.yaml')).not.toContain('/blog')
  await renamePage(site, ['/pricing', '/fees'])
  expect(await read('pages/prices.yaml')).toContain('aliases: [/pricing]')
})

it('a placeholder that was sent to the host keeps its address', async () => {
  const news = `pages:
  /news:
    kind: info
    placeholder: true
    title: News
    description: News is here.
    blocks: [{ type: hero, heading: News }]
`
  await writeFile(join(site, 'pages/news.yaml'), news)
  const git = (...args: string[]) => execFileSync('git', ['-C', site, ...args])
  git('init', '--quiet', '--initial-branch', 'main')
  const identity = ['-c', 'user.name=Me', '-c', 'user.email=me@example.com']
  git('add', '.')
  git(...identity, 'commit', '--quiet', '--message', 'Publish')
  const remote = join(site, '.git/host')
  git('init', '--quiet', '--bare', remote)
  git('remote', 'add', 'origin', remote)
  git('push', '--quiet', '--set-upstream', 'origin', 'main')
  await writeFile(
    join(site, 'pages/news.yaml'),
    news + news.slice(7).replace('/news', '/later').replaceAll('News', 'Later'),
  )
  await run('delete', '/news', '--to', '/pricing')
  await run('delete', '/later', '--to', '/pricing')
  expect(await read('pages/prices.yaml')).toContain('aliases: [/news]')
})
