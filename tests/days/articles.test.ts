/** An article that is published on a day to come is hidden until then. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageText, SmallSite } from './small-site.ts'

let site: SmallSite

const article = (route: string, published: string) => `
  ${route}:
    kind: article
    title: The article ${route}
    description: The article ${route} in one sentence.
    article: { published: ${published}, category: News }
    blocks: [{ type: hero, heading: The article ${route} }]`
const news = pageText('/news', 'News', '', '      - { type: posts, heading: All news }\n')

beforeAll(async () => {
  site = await SmallSite.create(
    `pages:${news}${article('/news/now', '2026-12-01')}${article('/news/later', '2027-03-01')}\n`,
  )
  await site.edit('pages.yaml', (text) =>
    text.replace('  application: false', '  timeZone: America/Chicago'),
  )
})
afterAll(() => site.remove())

const decode = (content: string) => Buffer.from(content, 'base64').toString()

it.each([
  ['2027-02-28T23:59', false],
  ['2027-03-01', true],
  ['2027-02-28', false],
])('at %s, it is shown: %s', async (now, isShown) => {
  const { code, stderr } = await site.build('out', '--now', now)
  expect(code, stderr).toBe(0)
  const files = await site.list('out')
  expect(files.has('/news/later/index.html')).toBe(isShown)
  for (const path of ['/news/index.html', '/news/feed.xml', '/sitemap.xml']) {
    expect(decode(files.get(path)!)).toContain('/news/now')
    expect(decode(files.get(path)!).includes('/news/later'), path).toBe(isShown)
  }
  const nextChange = files.get('/.hosts/next-change.json')
  if (isShown) expect(nextChange).toBeUndefined()
  else
    expect(JSON.parse(decode(nextChange!))).toMatchObject({
      next: '2027-03-01T06:00:00.000Z',
      changes: [{ changes: ['the page /news/later begins'] }],
    })
})
