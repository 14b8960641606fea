/** The columns of pages say what the built HTML says, read here by a DOM. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import papaparse from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageRow } from '../../scripts/report/page-columns.ts'
import { parseBuiltDocument, readStructuredData } from '../helpers/built-document.ts'
import { buildOwnSite, listVariedDocuments } from '../helpers/own-site.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let out: string
let rows: PageRow[]
let documents: { row: PageRow; document: Document }[]

const list = async (...args: string[]): Promise<PageRow[]> =>
  JSON.parse((await runInProcess('pages', ['--format', 'json', ...args])).stdout)

beforeAll(async () => {
  out = (await buildOwnSite()).out
  rows = await list('--kind', 'all')
  const varied = new Set((await listVariedDocuments(out)).map((file) => join(out, file)))
  documents = await Promise.all(
    rows
      .filter((row) => row.answer !== undefined && varied.has(getFile(row)))
      .map(async (row) => ({ row, document: await parseBuiltDocument(getFile(row)) })),
  )
})

const getFile = ({ route }: PageRow) =>
  join(out, route === '/404' ? '404.html' : `${route}/index.html`)

describe('columns', () => {
  it('are the heads, headings and structured data of the documents', () => {
    expect(documents.length).toBeGreaterThan(20)
    for (const { row, document } of documents) {
      const attribute = (selector: string, name: string) =>
        document.querySelector(selector)?.getAttribute(name) ?? undefined
      const things = readStructuredData(document)
      expect(row).toMatchObject({
        title: document.title,
        titleLength: document.title.length,
        description: attribute('meta[name=description]', 'content'),
        canonical: attribute('link[rel=canonical]', 'href'),
        // The document's own language, and those of its alternates.
        languages: [
          document.documentElement.lang,
          ...[...document.querySelectorAll('link[hreflang]')]
            .map((link) => link.getAttribute('hreflang')!)
            .filter((language) => ![document.documentElement.lang, 'x-default'].includes(language)),
        ],
        heading: document.querySelector('h1')!.textContent.replace(/\s+/g, ' ').trim(),
        jsonLdTypes: [...new Set(things.map((thing) => thing['@type']))],
        indexed: !attribute('meta[name=robots]', 'content')?.includes('noindex'),
      })
    }
  })

  it('count only links that the documents have', () => {
    const routes = new Set(rows.filter(({ answer }) => answer).map(({ route }) => route))
    for (const { row, document } of documents) {
      const hrefs = [...document.querySelectorAll('a[href]')].map((link) =>
        link.getAttribute('href')!.replace(/[?#].*/, ''),
      )
      const linked = new Set(hrefs.filter((to) => to !== row.route && routes.has(to)))
      expect(row.linksOut, row.route).toBeLessThanOrEqual(linked.size)
    }
  })

  it('are in the sitemap, with their dates, if search engines may list them', async () => {
    const sitemap = await parseBuiltDocument(join(out, 'sitemap.xml'), 'application/xml')
    const listed = [...sitemap.querySelectorAll('url')].map((url) => ({
      canonical: url.querySelector('loc')!.textContent,
      lastmod: url.querySelector('lastmod')?.textContent,
    }))
    const indexed = rows.filter((row) => row.indexed)
    expect(indexed.map(({ canonical, lastmod }) => ({ canonical, lastmod }))).toEqual(listed)
    expect(indexed.map(({ status }) => status)).toEqual(indexed.map(() => 'listed'))
  })

  it('include each redirect', async () => {
    const lines = (await readFile(join(out, '_redirects'), 'utf8')).trim().split('\n')
    const redirects = rows.filter(({ kind }) => kind === 'redirect')
    expect(redirects.map(({ route, redirectTo }) => `${route} ${redirectTo} 301`)).toEqual(lines)
  })
})

describe('the command', () => {
  let site: string
  beforeAll(async () => {
    site = await mkdtemp(join(tmpdir(), 'signpost-columns-'))
    await cp(join(root, 'tests/base-site'), site, { recursive: true })
    await writeFile(
      join(site, 'pages/repairs.yaml'),
      `pages:
  /repairs:
    kind: service
    title: =SUM(1, "2")
    description: '@repairs, and more'
    aliases: [/mending]
    service: { name: Repairs }
    blocks:
      - { type: hero, heading: 'Repairs, \${tune-up}', actions: [{ label: Home, href: / }] }
  /rentals:
    kind: service
    title: Rentals
    description: Bikes for a day.
    noindex: true
    service: { name: Rentals }
    blocks:
      - { type: hero, heading: Rentals, actions: [{ label: Repairs, href: /repairs }] }
planned: { /later: Later }
`,
    )
  })
  afterAll(() => rm(site, { recursive: true }))

  const run = (...args: string[]) => runInProcess('pages', ['--site', site, ...args])

  it('lists the columns that are asked for, and explains them', async () => {
    const { code, stdout } = await run('--columns', 'address,title_length,depth,menus')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^address +title_length +depth +menus\n/)
    expect(stdout).toMatch(/\n\/repairs +12 +no\n/)
    expect(stdout).toContain('\ndepth: links from the home page\n')
    expect(stdout).not.toContain('address:')
    expect(await run('--columns', 'adress')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no column "adress". Did you mean address?'),
    })
  })

  it('shows what search engines find of one page', async () => {
    const { stdout } = await run('/repairs')
    expect(stdout).toMatch(/h1 +Repairs, \$60\n/)
    expect(stdout).toMatch(/links in +1 page\n/)
    expect(stdout).toMatch(/depth +no way from the home page\n/)
  })

  it('writes CSV in which no cell is a formula', async () => {
    const { stdout } = await run('--kind', 'all', '--format', 'csv')
    const [heading, ...cells] = papaparse.parse<string[]>(stdout.trim()).data
    const title = heading!.indexOf('title')
    expect(cells.map((row) => row[title])).toContain(`'=SUM(1, "2")`)
    expect(cells.every((row) => row.length === heading!.length)).toBe(true)
    expect(cells.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    expect(stdout).toContain('\r\n')
  })

  it('keeps only what is asked for', async () => {
    const routes = async (...args: string[]) =>
      (await list('--site', site, ...args)).map(({ route }) => route)
    expect(await routes('--kind', 'redirect')).toEqual(['/mending'])
    expect(await routes('/rentals', '--columns', 'address')).toEqual(['/rentals'])
    expect(await routes('/', '--columns', 'all')).toContain('/mending')
    expect((await run('/nothing', '--columns', 'address')).code).toBe(1)
    expect((await run('--kind', 'house')).code).toBe(2)
  })
})
