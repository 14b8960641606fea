/** The table of routes says what the built HTML says, read here by a DOM. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { collectRoutes } from '../../scripts/routes/collect-routes.ts'
import type { Route } from '../../scripts/routes/types.ts'
import { readReportedDocuments } from '../../scripts/shared/read-site-report.ts'
import { readDocument, readStructuredData } from '../helpers/built-document.ts'
import { buildOwnSite } from '../helpers/own-site.ts'
import { root } from '../helpers/run-npm-script.ts'

let out: string
let routes: Route[]

beforeAll(async () => {
  out = (await buildOwnSite()).out
  routes = collectRoutes(await readReportedDocuments(root))
}, 120_000)

const getFile = ({ address }: Route) =>
  join(out, address === '/404' ? '404.html' : `${address}/index.html`)

const listDocuments = () =>
  Promise.all(
    routes
      .filter(({ status }) => status === 200 || status === 404)
      .map(async (route) => ({ route, document: await readDocument(getFile(route)) })),
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
  it('have the heads, headings, words and structured data of the documents', async () => {
    const documents = await listDocuments()
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
        languages: [document.documentElement.lang],
        headings: [...document.querySelectorAll('h1')].map((each) =>
          each.textContent.replace(/\s+/g, ' ').trim(),
        ),
        jsonLdTypes: [...new Set(things.map((thing) => thing['@type']))],
        words: readWords(document.querySelector('main')!).length,
        indexed: !attribute('meta[name=robots]', 'content')?.includes('noindex'),
      })
    }
  })

  it('have the links of the documents', async () => {
    const documents = await listDocuments()
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
    const sitemap = await readDocument(join(out, 'sitemap.xml'), 'application/xml')
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
