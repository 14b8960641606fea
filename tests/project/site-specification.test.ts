/** Checks each page of this site against its requirements in specification.yaml. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { renderDocument } from '../../renderer/document.tsx'
import { addJsonLd } from '../helpers/add-json-ld.ts'
import type { WholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { collectAddresses } from '../../schema/resolve/site-addresses.ts'
import type { SiteData } from '../../schema/page-data.ts'
import { parseHtml, readStructuredData } from '../helpers/built-document.ts'
import { readOwnSite } from '../helpers/read-own-site.ts'
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
let loaded: WholeSite
const documents = new Map<string, Document>()

beforeAll(async () => {
  loaded = await readOwnSite()
  for (const { data } of addJsonLd(loaded)) {
    documents.set(data.route, parseHtml(renderDocument(data, loaded.siteData as SiteData)))
  }
})

/** Returns a page's title, description and main content, without header and footer. */
function readPageText(document: Document): string {
  const parts = [
    document.title,
    document.querySelector<HTMLMetaElement>('meta[name=description]')?.content,
    document.querySelector('main')?.innerHTML,
  ]
  const html = parts
    .join(' ')
    .replace(/<\/(?:p|li|td|th|dt|dd|h\d|summary|button|a|span|small|legend)>/g, ' $&')
  return DomUtils.textContent(parseDocument(html))
    .replace(/\s+/g, ' ')
    .replace(/[\u00a0\u202f]/g, ' ')
}

/** Lists the texts with a range such as `1–2` or `7 AM–10 PM` that a line break could split. */
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

it('the specification lists exactly the pages of the site', () => {
  expect(Object.keys(specification).sort()).toEqual([...documents.keys()].sort())
})

describe.each(Object.entries(specification))(
  '%s',
  (route, { says = [], absent = [], links = [], things = [], robots }) => {
    it('contains the required texts, and none of the texts reserved for other pages', () => {
      const text = readPageText(documents.get(route)!)
      expect(says.filter((words) => !text.toLowerCase().includes(words.toLowerCase()))).toEqual([])
      expect(absent.filter((words) => text.includes(words))).toEqual([])
    })

    it('has the required links, structured data and robots setting', () => {
      const document = documents.get(route)!
      const hrefs = [...document.querySelectorAll('main a')].map(
        (link) => link.getAttribute('href')!.split('#')[0],
      )
      const types = readStructuredData(document).map((thing) => thing['@type'])
      expect(links.filter((href) => !hrefs.includes(href))).toEqual([])
      expect(things.filter((type) => !types.includes(type))).toEqual([])
      expect(document.querySelector<HTMLMetaElement>('meta[name=robots]')?.content).toBe(robots)
    })

    it('never breaks a range after its dash', () => {
      expect(listBreakableRanges(documents.get(route)!)).toEqual([])
    })

    it('has no rating in its structured data', () => {
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
])('%s redirects to %s', (from, to) => {
  expect(collectAddresses(loaded).get(from)).toMatchObject({ status: 301, to })
})

it('only the page about visits has a price range in its structured data', () => {
  const spans = [...documents].flatMap(([route, { head }]) =>
    [...head.innerHTML.matchAll(/"priceRange":"([^"]*)"/g)].map(([, span]) => [route, span]),
  )
  expect(spans).toEqual([['/mobile-notary', '$35–$150']])
})
