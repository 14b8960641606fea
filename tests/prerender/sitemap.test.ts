/**
 * The sitemap: one file up to the limits of the protocol, and an index of several files above them.
 * https://www.sitemaps.org/protocol.html
 */
import { expect, it } from 'vitest'
import { renderSitemaps } from '../../scripts/prerender/output/render-sitemaps.ts'

type SitemapPages = Parameters<typeof renderSitemaps>[0]
const origin = 'https://www.example.com'
const createSitemapPages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    data: { head: { canonical: `${origin}/page-${index}?a&b` } },
    meta: { indexed: index !== 1, lastmod: '2026-03-04' },
  })) as unknown as SitemapPages
const renderToStrings = (pages: SitemapPages, limits?: Parameters<typeof renderSitemaps>[2]) =>
  renderSitemaps(pages, { origin }, limits).map(({ path, content }) => ({
    path,
    content: String(content),
  }))
const listUrls = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)

it('the sitemap is one file up to the maximum number of pages', () => {
  const files = renderToStrings(createSitemapPages(4), { urls: 3, bytes: Infinity })
  expect(files.map(({ path }) => path)).toEqual(['/sitemap.xml'])
  expect(listUrls(files[0]!.content)).toEqual(
    [0, 2, 3].map((index) => `${origin}/page-${index}?a&amp;b`),
  )
})

it('the sitemap names each language of a page, with the original as the default', () => {
  const alternates = ['en', 'ar'].map((language) => ({ language, href: `${origin}/${language}` }))
  const page = {
    data: { head: { canonical: `${origin}/en`, alternates } },
    meta: { indexed: true },
  }
  const [file] = renderToStrings([page] as unknown as SitemapPages)
  expect(file!.content.match(/hreflang="[^"]+" href="[^"]+"/g)).toEqual([
    `hreflang="en" href="${origin}/en"`,
    `hreflang="ar" href="${origin}/ar"`,
    `hreflang="x-default" href="${origin}/en"`,
  ])
})

it('the sitemap is an index of several files above that number', () => {
  const [index, ...files] = renderToStrings(createSitemapPages(6), { urls: 2, bytes: Infinity })
  expect(index).toEqual({
    path: '/sitemap.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <sitemap><loc>https://www.example.com/sitemap-1.xml</loc></sitemap>
  <sitemap><loc>https://www.example.com/sitemap-2.xml</loc></sitemap>
  <sitemap><loc>https://www.example.com/sitemap-3.xml</loc></sitemap>
</sitemapindex>
`,
  })
  expect(files.map(({ content }) => listUrls(content).length)).toEqual([2, 2, 1])
  for (const { content } of files)
    expect(content).toMatch(/^<\?xml[^>]*>\n<urlset xmlns="[^"]+">\n {2}<url>/)
})

it('no sitemap file exceeds the limit in bytes, and each is filled', () => {
  const pages = createSitemapPages(10)
  const single = renderToStrings(pages)[0]!.content
  const bytes = Math.ceil(Buffer.byteLength(single) / 2)
  const [index, ...files] = renderToStrings(pages, { urls: Infinity, bytes })
  expect(listUrls(index!.content)).toHaveLength(3)
  expect(files.flatMap(({ content }) => listUrls(content))).toEqual(listUrls(single))
  const entry = Buffer.byteLength(single.split('\n')[2]!) + 1
  const sizes = files.map(({ content }) => Buffer.byteLength(content))
  expect(Math.max(...sizes)).toBeLessThanOrEqual(bytes)
  expect(Math.min(...sizes.slice(0, -1)) + entry).toBeGreaterThan(bytes)
  expect(
    renderToStrings(pages, { urls: Infinity, bytes: Buffer.byteLength(single) }).map(
      ({ path }) => path,
    ),
  ).toEqual(['/sitemap.xml'])
})
