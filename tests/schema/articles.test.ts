/** Articles: their list, counted facts, head, structured data and feed. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { countBlockWords } from '../../schema/resolve/collect-articles.ts'
import { readWholeSite, type WholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { loadSchema } from '../../schema/validate/load-schema.ts'
import type { PostsBlock, RelatedPostsBlock } from '../../schema/types.gen.ts'
import { parseBuiltDocument, readStructuredData } from '../helpers/built-document.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { readOwnSite } from '../helpers/read-own-site.ts'
import { root, runNpmScript } from '../helpers/run-npm-script.ts'

const news = `
facts:
  posts-news: { label: News, unit: count, articlesIn: News, readings: { stated: { value: 40, source: the old site } } }
pages:
  /news:
    kind: info
    title: News from the shop
    description: What happens between the tools.
    blocks:
      - { type: hero, heading: News }
      - { type: posts, heading: Latest, categories: [{ label: News, count: posts-news }, { label: How-To }] }
  /news/old:
    kind: article
    title: An old piece
    description: It costs \${tune-up} & takes <an hour>.
    article: { published: 2025-12-31, updated: 2026-05-01, category: News, author: 'Jo "Spanner" Smith' }
    blocks: [{ type: article-header, heading: An old piece }, { type: prose, body: ${'word '.repeat(399)} }]
  /news/new:
    kind: article
    title: A new piece
    description: Fresh from the bench.
    article: { published: 2026-03-04, category: How-To, excerpt: 'Read it in \${guarantee}.', image: /bench.jpg, author: '\${site.name}' }
    readings: { guarantee: flyer }
    blocks: [{ type: article-header, heading: A new piece, lead: Short. }]
  /news/same-day:
    kind: article
    title: Written after the new one
    description: On the same day.
    article: { published: 2026-03-04, category: News }
    blocks: [{ type: article-header, heading: Later }, { type: related-posts }]
  /news/star:
    kind: article
    title: The one that stands out
    description: Older than the others, and first.
    article: { published: 2024-02-29, category: News, featured: true }
    blocks: [{ type: article-header, heading: Star }]
`
let site: string
let out: string
let loaded: WholeSite

beforeAll(async () => {
  const work = await mkdtemp(join(tmpdir(), 'signpost-articles-'))
  site = join(work, 'site')
  out = join(work, 'out')
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  await writeFile(join(site, 'pages/news.yaml'), news)
  const main = await readFile(join(site, 'pages.yaml'), 'utf8')
  const menu = 'menus: [{ label: News, href: /news }]'
  await writeFile(join(site, 'pages.yaml'), main.replace(/menus: .*/, menu))
  await cp(join(root, 'tests/sites/bakery/public'), join(site, 'public'), {
    recursive: true,
  })
  await sharp({ create: { width: 800, height: 450, channels: 3, background: '#a08060' } }).toFile(
    join(site, 'public/bench.jpg'),
  )
  loaded = await readWholeSite(site)
  expect(await runInProcess('build', ['--site', site, '--out', out])).toMatchObject({
    code: 0,
    stderr: '',
  })
})
afterAll(() => rm(join(site, '..'), { recursive: true }))

const findPage = (route: string) => loaded.pages.find(({ data }) => data.route === route)!.data
const getPostsBlock = () =>
  findPage('/news').blocks.find(({ type }) => type === 'posts') as PostsBlock
const readBuiltFile = (file: string, ...type: [contentType?: 'application/xml']) =>
  parseBuiltDocument(join(out, file), ...type)

describe('the list', () => {
  it('has featured articles first, then the newest, in source order within a day', () => {
    expect(loaded.problems).toEqual([])
    expect(getPostsBlock().articles?.map(({ href }) => href)).toEqual([
      '/news/star',
      '/news/new',
      '/news/same-day',
      '/news/old',
    ])
  })

  it('is led to by what to read next: articles of the same category, then the newest', () => {
    const [, block] = findPage('/news/same-day').blocks
    expect((block as RelatedPostsBlock).related?.map(({ href }) => href)).toEqual([
      '/news/old',
      '/news/star',
      '/news/new',
    ])
  })

  it('shows the texts of each article with their facts', () => {
    const [star, fresh, , old] = getPostsBlock().articles!
    expect(fresh).toMatchObject({
      title: 'A new piece',
      excerpt: 'Read it in 12 months.',
      category: 'How-To',
      image: { src: '/bench.jpg', width: 800, height: 450 },
    })
    expect(old).toMatchObject({
      excerpt: 'It costs $60 & takes <an hour>.',
      author: 'Jo "Spanner" Smith',
      updated: { text: 'May 1, 2026' },
    })
    expect(star?.published).toEqual({ iso: '2024-02-29', text: 'February 29, 2024' })
  })

  it('estimates the reading time at 200 words per minute', () => {
    expect(getPostsBlock().articles?.map(({ readingTime }) => readingTime)).toEqual([
      '1 min',
      '1 min',
      '1 min',
      '3 min',
    ])
  })
})

it('the word count includes only text, and counts a citation as one word', async () => {
  const schema = loadSchema()
  const blocks = [
    {
      type: 'hero',
      id: 'top',
      heading: 'One two',
      lead: '- three [four five](/six/seven)\n- **eight** ${nine}.',
      actions: [{ label: 'Ten', href: '/x', icon: 'phone' }],
    },
    { type: 'no-such-block', heading: 'Not counted' },
    'not a block',
  ]
  expect(countBlockWords(blocks, schema)).toBe(8)
  expect(countBlockWords(undefined, schema)).toBe(0)
})

describe('the number of articles', () => {
  it('has a counted reading, but prints the stated one until the counted is settled', async () => {
    const fact = loaded.site.facts.get('posts-news')!
    expect([...fact.readings].map(([name, { value }]) => [name, value])).toEqual([
      ['stated', 40],
      ['computed', 3],
    ])
    expect(getPostsBlock().categories?.[0]?.count?.text).toBe('40')
    const settled = join(site, '../settled')
    await cp(site, settled, { recursive: true })
    await writeFile(
      join(settled, 'pages/news.yaml'),
      news.replace('articlesIn: News', 'articlesIn: News, settled: computed'),
    )
    const { pages, problems } = await readWholeSite(settled)
    expect(problems).toEqual([])
    expect(
      (pages.find(({ data }) => data.route === '/news')!.data.blocks[1] as PostsBlock)
        .categories?.[0]?.count?.text,
    ).toBe('3')
  })
})

describe('the page of an article', () => {
  it('links to the feed and declares the type article', async () => {
    const { head } = await readBuiltFile('news/old/index.html')
    const feed = head.querySelector<HTMLLinkElement>('link[rel=alternate]')!
    expect([feed.type, feed.getAttribute('href')]).toEqual([
      'application/atom+xml',
      '/news/feed.xml',
    ])
    const meta = (name: string) =>
      head.querySelector<HTMLMetaElement>(`meta[property="${name}"]`)?.content
    expect([
      meta('og:type'),
      meta('article:published_time'),
      meta('article:modified_time'),
    ]).toEqual(['article', '2025-12-31', '2026-05-01'])
    expect(
      (await readBuiltFile('news/index.html'))
        .querySelector('link[rel=alternate]')
        ?.getAttribute('href'),
    ).toBe('/news/feed.xml')
    expect((await readBuiltFile('index.html')).querySelector('link[rel=alternate]')).toBeNull()
  })

  it('has structured data that matches its content', async () => {
    const things = async (file: string) => readStructuredData(await readBuiltFile(file))
    const [old] = await things('news/old/index.html')
    const publisher = {
      '@type': 'BikeStore',
      '@id': 'https://bikes.example.com/#business',
      name: 'Corner Bike Shop',
      url: 'https://bikes.example.com/',
    }
    expect(old).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: 'An old piece',
      articleSection: 'News',
      datePublished: '2025-12-31',
      dateModified: '2026-05-01',
      author: { '@type': 'Person', name: 'Jo "Spanner" Smith' },
      publisher,
      mainEntityOfPage: 'https://bikes.example.com/news/old',
      inLanguage: 'en-US',
    })
    const [fresh] = await things('news/new/index.html')
    expect(fresh).toMatchObject({
      author: publisher,
      dateModified: '2026-03-04',
      image: 'https://bikes.example.com/bench.jpg',
    })
  })

  it('links back to its category in the list', async () => {
    expect(
      (await readBuiltFile('news/new/index.html'))
        .querySelector('.article-header a')
        ?.getAttribute('href'),
    ).toBe('/news?category=how-to')
  })
})

describe('the feed', () => {
  it('is Atom, newest first, with absolute addresses and the date of the last change', async () => {
    const { documentElement: feed } = await readBuiltFile('news/feed.xml', 'application/xml')
    expect(feed.namespaceURI).toBe('http://www.w3.org/2005/Atom')
    const child = (parent: Element, name: string) =>
      [...parent.children].filter(({ localName }) => localName === name)
    const text = (parent: Element, name: string) =>
      child(parent, name)
        .map(({ textContent }) => textContent)
        .join()
    expect(text(feed, 'id')).toBe('https://bikes.example.com/news')
    expect(text(feed, 'updated')).toBe('2026-05-01T00:00:00Z')
    expect(text(feed, 'author')).toBe('Corner Bike Shop')
    expect(
      child(feed, 'link').map((link) => `${link.getAttribute('rel')} ${link.getAttribute('href')}`),
    ).toEqual([
      'self https://bikes.example.com/news/feed.xml',
      'alternate https://bikes.example.com/news',
    ])
    const entries = child(feed, 'entry')
    expect(entries.map((entry) => text(entry, 'id'))).toEqual(
      ['new', 'same-day', 'old', 'star'].map((name) => `https://bikes.example.com/news/${name}`),
    )
    for (const entry of entries) {
      expect(child(entry, 'link')[0]?.getAttribute('href')).toBe(text(entry, 'id'))
      for (const name of ['title', 'published', 'updated', 'summary'])
        expect(text(entry, name)).not.toBe('')
    }
    const old = entries[2]!
    expect([text(old, 'summary'), text(old, 'author'), text(old, 'updated')]).toEqual([
      'It costs $60 & takes <an hour>.',
      'Jo "Spanner" Smith',
      '2026-05-01T00:00:00Z',
    ])
  })

  it('is the same in another time zone, language and year', async () => {
    const again = join(site, '../again')
    expect(
      runNpmScript('build', ['--site', site, '--out', again], {
        TZ: 'Pacific/Kiritimati',
        LC_ALL: 'de_DE.UTF-8',
      }).code,
    ).toBe(0)
    for (const file of ['news/feed.xml', 'news/index.html', 'news/old/index.html']) {
      expect(await readFile(join(again, file), 'utf8'), file).toBe(
        await readFile(join(out, file), 'utf8'),
      )
    }
  })

  it('can be linked, and no file or alias can replace it', async () => {
    const linked = join(site, '../linked')
    await cp(site, linked, { recursive: true })
    await writeFile(
      join(linked, 'pages/news.yaml'),
      news.replace('heading: News }', 'heading: News, lead: "[Feed](/news/feed.xml)" }'),
    )
    expect((await readWholeSite(linked)).problems).toEqual([])
    await cp(join(out, 'news/feed.xml'), join(linked, 'public/news/feed.xml'))
    expect((await readWholeSite(linked)).problems.map(({ code }) => code)).toEqual([
      'PUBLIC_COLLISION',
    ])
    await rm(join(linked, 'public/news'), { recursive: true })
    await writeFile(
      join(linked, 'pages/more.yaml'),
      'pages:\n  /more: { kind: info, title: More, description: More of it., aliases: [/news/feed.xml], blocks: [{ type: hero, heading: More }] }\n',
    )
    expect((await readWholeSite(linked)).problems.map(({ code }) => code)).toEqual([
      'ALIAS_COLLISION',
    ])
  })
})

it("this repository's site lists exactly the articles that are written", async () => {
  const { pages } = await readOwnSite()
  const blog = pages.find(({ data }) => data.route === '/blog')!.data
  const { articles, announced } = blog.blocks.find(({ type }) => type === 'posts') as PostsBlock
  const written = Object.keys(parse(await readFile(join(root, 'pages/blog.yaml'), 'utf8')).pages)
  expect(articles?.map(({ href }) => href).sort()).toEqual(written.sort())
  expect(announced).toBeUndefined()
})
