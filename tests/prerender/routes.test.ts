/** The table of routes says what the built HTML says, read here by a DOM. */
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import papaparse from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectRoutes } from '../../scripts/routes/collect-routes.ts'
import { findCompetitors } from '../../scripts/routes/find-competitors.ts'
import type { Route } from '../../scripts/routes/types.ts'
import { readReportedDocuments } from '../../scripts/shared/read-site-report.ts'
import { parseBuiltDocument, readStructuredData } from '../helpers/built-document.ts'
import { buildOwnSite } from '../helpers/own-site.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

let out: string
let routes: Route[]
let documents: { route: Route; document: Document }[]

beforeAll(async () => {
  out = (await buildOwnSite()).out
  routes = collectRoutes(await readReportedDocuments(root))
  documents = await listDocuments()
})

const getFile = ({ address }: Route) =>
  join(out, address === '/404' ? '404.html' : `${address}/index.html`)

const listDocuments = () =>
  Promise.all(
    routes
      .filter(({ status }) => status === 200 || status === 404)
      .map(async (route) => ({ route, document: await parseBuiltDocument(getFile(route)) })),
  )

/** Every other tag is a gap between words. */
const wordTags = ['abbr', 'b', 'em', 'i', 'mark', 'strong', 'sub', 'sup', 'u', 'wbr']

function readWords(main: Element): string[] {
  const walk = (node: Node): string => {
    if (node.nodeType === 3) return node.textContent!
    if (node.nodeType !== 1) return ''
    const { localName } = node as Element
    if (['script', 'style', 'template', 'noscript'].includes(localName)) return ''
    const text = [...node.childNodes].map(walk).join('')
    return wordTags.includes(localName) ? text : ` ${text} `
  }
  return walk(main)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
}

describe('routes', () => {
  it('have the heads, headings, words and structured data of the documents', () => {
    expect(documents.length).toBeGreaterThan(70)
    for (const { route, document } of documents) {
      const attribute = (selector: string, name: string) =>
        document.querySelector(selector)?.getAttribute(name) ?? undefined
      const things = readStructuredData(document)
      expect(route).toMatchObject({
        title: document.title,
        titleLength: document.title.length,
        description: attribute('meta[name=description]', 'content'),
        canonical: attribute('link[rel=canonical]', 'href'),
        // The document's own language, and those of its alternates.
        languages: [
          document.documentElement.lang,
          ...[...document.querySelectorAll('link[hreflang]')]
            .map((link) => link.getAttribute('hreflang')!)
            .filter((language) => language !== document.documentElement.lang),
        ],
        headings: [...document.querySelectorAll('h1')].map((each) =>
          each.textContent.replace(/\s+/g, ' ').trim(),
        ),
        jsonLdTypes: [...new Set(things.map((thing) => thing['@type']))],
        words: readWords(document.querySelector('main')!).length,
        indexed: !attribute('meta[name=robots]', 'content')?.includes('noindex'),
      })
    }
  })

  it('have the links of the documents', () => {
    const addresses = new Set(documents.map(({ route }) => route.address))
    const linksIn = new Map<string, number>()
    for (const { route, document } of documents) {
      const hrefs = [...document.querySelectorAll('main a[href]')].map((link) =>
        link.getAttribute('href')!.replace(/[?#].*/, ''),
      )
      const linked = new Set(hrefs.filter((to) => to !== route.address && addresses.has(to)))
      expect(route.linksOut, route.address).toBe(linked.size)
      if (route.status === 200) for (const to of linked) linksIn.set(to, (linksIn.get(to) ?? 0) + 1)
    }
    for (const { address, linksIn: count } of routes.filter(({ status }) => status === 200))
      expect(count, address).toBe(linksIn.get(address) ?? 0)
  })

  it('are in the sitemap, with their dates, if search engines may list them', async () => {
    const sitemap = await parseBuiltDocument(join(out, 'sitemap.xml'), 'application/xml')
    const listed = [...sitemap.querySelectorAll('url')].map((url) => ({
      canonical: url.querySelector('loc')!.textContent,
      lastmod: url.querySelector('lastmod')?.textContent,
    }))
    const inSitemap = routes.filter((route) => route.inSitemap)
    expect(inSitemap.map(({ canonical, lastmod }) => ({ canonical, lastmod }))).toEqual(listed)
    expect(inSitemap).toEqual(routes.filter(({ indexed }) => indexed))
  })

  it('include each redirect', async () => {
    const lines = (await readFile(join(out, '_redirects'), 'utf8')).trim().split('\n')
    const redirects = routes.filter(({ status }) => status === 301)
    expect(redirects.map(({ address, redirectTo }) => `${address} ${redirectTo} 301`)).toEqual(
      lines,
    )
    for (const route of redirects) expect(existsSync(getFile(route)), route.address).toBe(true)
  })
})

describe('pages that answer the same search', () => {
  const service = (route: string, name: string, city?: string, language?: string) => ({
    route,
    meta: { indexed: true, service: { name }, ...(city && { city: { name: city } }) },
    language,
  })
  /** Groups pages with these services. */
  const group = (...services: ReturnType<typeof service>[]) =>
    findCompetitors({
      pages: services,
      shared: {
        placeNames: ['Midland', 'Odessa'],
        context: { siteLanguage: { language: 'en-US' } },
        merged: {
          pages: new Map(services.map(({ route, language }) => [route, { raw: { language } }])),
        },
      },
    } as unknown as Parameters<typeof findCompetitors>[0]).map(({ pages }) =>
      pages.map(({ address }) => address),
    )
  const others = ['Roof repair', 'Gutter repair', 'Window repair', 'Chimney repair'].map(
    (name, index) => service(`/other-${index}`, name),
  )

  it('are those with the same service', () => {
    const emergency = [
      service('/emergency', 'Emergency repair'),
      service('/at-night', 'Repair visit in an emergency'),
    ]
    expect(group(...others, ...emergency)).toEqual([['/emergency', '/at-night']])
  })

  it('are not those in other towns or languages', () => {
    const pages = [
      service('/midland', 'Door repair in Midland', 'Midland'),
      service('/odessa', 'Door repair in Odessa', 'Odessa'),
      service('/puertas', 'Door repair in Midland', 'Midland', 'es'),
    ]
    expect(group(...others, ...pages)).toEqual([])
    const again = service('/midland-doors', 'Doors in Midland', 'Midland')
    expect(group(...others, ...pages, again)).toEqual([['/midland', '/midland-doors']])
  })
})

describe('the command', () => {
  let site: string
  beforeAll(async () => {
    site = await mkdtemp(join(tmpdir(), 'signpost-routes-'))
    await cp(join(root, 'tests/base-site'), site, { recursive: true })
    const shared =
      'We come by van, mend the wheel while you wait, and never charge for air. Call before noon, say which street, and leave the gate open for us.'
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
      - { type: hero, heading: 'Repairs, \${tune-up}', lead: '${shared}', actions: [{ label: Home, href: / }] }
  /rentals:
    kind: service
    title: Rentals
    description: Bikes for a day.
    noindex: true
    service: { name: Rentals }
    blocks:
      - { type: hero, heading: Rentals, lead: '${shared}', actions: [{ label: Repairs, href: /repairs }] }
planned: { /later: Later }
`,
    )
  })
  afterAll(() => rm(site, { recursive: true }))

  const run = (...args: string[]) => runInProcess('routes', ['--site', site, ...args])

  it('lists all addresses in 100 columns, with what contradicts itself', async () => {
    const { code, stdout } = await run()
    expect(code).toBe(0)
    // The folder of a test may have a longer name than that of a site.
    const lines = stdout.replaceAll(site, 'site').split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100)
    for (const part of ['/mending → /repairs', 'service (2)', '  noindex  ', '  planned  '])
      expect(stdout).toContain(part)
    expect(stdout).toContain('Contradictions: 1 warning')
    expect(stdout).toContain('The only links to /repairs are on pages that')
    expect(stdout).toContain('Most like doorways (1 of 1)')
  })

  it('shows all of one page', async () => {
    const { stdout } = await run('/repairs')
    expect(stdout).toMatch(/h1 +Repairs, \$60\n/)
    expect(stdout).toMatch(/links in +1 page\n/)
    expect(stdout).toMatch(/depth +no way from the home page\n/)
    expect(stdout).toMatch(/nearest +\/rentals/)
  })

  it('lists what to add, with the phrases of the nearest page', async () => {
    const { stdout } = await run('--worklist')
    expect(stdout).toContain('1. /repairs  pages/repairs.yaml:2')
    expect(stdout).toContain(
      '"We come by van, mend the wheel while you wait, and never charge for air. Call b…"',
    )
    expect(stdout).toContain('→ Reword what /rentals says too')
  })

  it('writes CSV in which no cell is a formula', async () => {
    const { stdout } = await run('--format', 'csv')
    const [heading, ...rows] = papaparse.parse<string[]>(stdout.trim()).data
    const title = heading!.indexOf('title')
    expect(rows.map((row) => row[title])).toContain(`'=SUM(1, "2")`)
    expect(rows.every((row) => row.length === heading!.length)).toBe(true)
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    expect(stdout).toContain('\r\n')
  })

  it('keeps only what is asked for', async () => {
    const list = async (...args: string[]) =>
      JSON.parse((await run('--format', 'json', ...args)).stdout).routes.map(
        ({ address }: Route) => address,
      )
    expect(await list('--kind', 'redirect')).toEqual(['/mending'])
    expect(await list('/rentals')).toEqual(['/rentals'])
    expect((await run('/nothing')).code).toBe(1)
    expect((await run('--kind', 'house')).code).toBe(2)
  })
})
