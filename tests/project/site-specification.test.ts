/** The site says what the specification says of each page; see specification.yaml. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { renderDocument } from '../../renderer/document.tsx'
import { addJsonLd } from '../../renderer/json-ld/build-json-ld.ts'
import { loadSite, type LoadResult } from '../../schema/load-site.ts'
import type { SiteData } from '../../schema/page-data.ts'
import { root } from '../helpers/run-npm-script.ts'

type Expected = {
  says?: string[]
  absent?: string[]
  links?: string[]
  things?: string[]
  robots?: string
}

const specification = parse(
  await readFile(join(root, 'tests/specification.yaml'), 'utf8'),
) as Record<string, Expected>
let loaded: LoadResult
const documents = new Map<string, Document>()

beforeAll(async () => {
  loaded = await loadSite(root)
  for (const { data } of addJsonLd(loaded)) {
    documents.set(
      data.route,
      new JSDOM(renderDocument(data, loaded.site as SiteData)).window.document,
    )
  }
})

/** What the page itself says: its title, its description and its main part, without header and footer. */
function readPageText(document: Document): string {
  const parts = [
    document.title,
    document.querySelector<HTMLMetaElement>('meta[name=description]')?.content,
    document.querySelector('main')?.innerHTML,
  ]
  const html = parts
    .join(' ')
    .replace(/<\/(?:p|li|td|th|dt|dd|h\d|summary|button|a|span|small|legend)>/g, ' $&')
  return new JSDOM(html).window.document.body
    .textContent!.replace(/\s+/g, ' ')
    .replace(/[\u00a0\u202f]/g, ' ')
}

/** Every text with `1–2` or `7 AM–10 PM` in it that is not kept in one line. */
function listBreakableRanges(document: Document): string[] {
  const walker = document.createTreeWalker(document.body, 4 /* NodeFilter.SHOW_TEXT */)
  const found: string[] = []
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode
    if (/\d(?: [AP]M)?–\S*\d/.test(textContent!) && !parentElement!.closest('.range, script'))
      found.push(textContent!)
  }
  return found
}

it('knows every page of the site, and the site every page it knows', () => {
  expect(Object.keys(specification).sort()).toEqual([...documents.keys()].sort())
})

describe.each(Object.entries(specification))(
  '%s',
  (route, { says = [], absent = [], links = [], things = [], robots }) => {
    it('says what it must, and nothing that only another page says', () => {
      const text = readPageText(documents.get(route)!)
      expect(says.filter((words) => !text.toLowerCase().includes(words.toLowerCase()))).toEqual([])
      expect(absent.filter((words) => text.includes(words))).toEqual([])
    })

    it('links, is marked up and is listed as it must be', () => {
      const document = documents.get(route)!
      const hrefs = [...document.querySelectorAll('main a')].map(
        (link) => link.getAttribute('href')!.split('#')[0],
      )
      const types = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        ({ textContent }) => JSON.parse(textContent!)['@type'],
      )
      expect(links.filter((href) => !hrefs.includes(href))).toEqual([])
      expect(things.filter((type) => !types.includes(type))).toEqual([])
      expect(document.querySelector<HTMLMetaElement>('meta[name=robots]')?.content).toBe(robots)
    })

    it('prints no range that could break behind its dash', () => {
      expect(listBreakableRanges(documents.get(route)!)).toEqual([])
    })

    it('prints no rating as structured data', () => {
      expect(documents.get(route)!.body.innerHTML).not.toContain('AggregateRating')
    })
  },
)

it.each([
  ['/resources/blog', '/blog'],
  ['/legal/privacy-policy', '/privacy'],
  ['/legal/terms-of-service', '/terms'],
  ['/online-notary/states-we-serve', '/online-notary/states'],
  ['/resources/texas-notary-laws', '/resources/texas-laws'],
  ['/documents/wills-and-trusts', '/documents/wills-trusts'],
  ['/services/power-of-attorney', '/documents/power-of-attorney'],
  ['/services/wills-trusts', '/documents/wills-trusts'],
  ['/services/real-estate', '/documents/real-estate'],
  ['/services/business', '/documents/business'],
  ['/services/affidavits', '/notary/affidavit'],
])('%s is another address of %s', (from, to) => {
  expect(loaded.aliases).toContainEqual({ from, to })
})

it('tells search engines the span of its prices on the page of visits alone', () => {
  const spans = [...documents].flatMap(([route, { body }]) =>
    [...body.innerHTML.matchAll(/"priceRange":"([^"]*)"/g)].map(([, span]) => [route, span]),
  )
  expect(spans).toEqual([['/mobile-notary', '$35-$150']])
})
