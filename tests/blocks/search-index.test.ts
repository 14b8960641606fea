/** What a build writes for search blocks. */
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchPage } from '../../blocks/search/search-types.ts'
import { createInfoPage, expectSameAsCleanBuild, StaticBakery } from '../helpers/static-bakery.ts'

describe('a site with a search block', () => {
  let work: string
  let bakery: StaticBakery
  const readIndex = async () => {
    const read = async (file: string) => JSON.parse(await readFile(join(bakery.out, file), 'utf8'))
    const { script, pages } = (await read('search-index.json')) as Record<string, string>
    expect(existsSync(join(bakery.out, script!))).toBe(true)
    return (await read(pages!)) as SearchPage[]
  }
  const editNews = (text: string, ...blocks: object[]) =>
    bakery.edit('pages/more.yaml', ({ pages }) => {
      const page = createInfoPage('News of the bakery', `${text} See [our bread](/bread).`)
      pages['/news'] = { ...page, blocks: [...(page.blocks as object[]), ...blocks] }
    })

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'signpost-search-'))
    bakery = new StaticBakery(join(work, 'site'), join(work, 'out'))
    await bakery.create()
    await bakery.edit('pages.yaml', ({ site }) => {
      delete site.application
      site.origin = 'https://www.example.com/shop/'
    })
    expect((await bakery.build()).code).toBe(0)
  })
  afterAll(() => rm(work, { recursive: true }))

  it('has a list of its listed pages, and other sites have none', async () => {
    expect(existsSync(join(bakery.out, 'search-index.json'))).toBe(false)
    expect((await readdir(join(bakery.out, 'assets'))).join()).not.toContain('search')
    await editNews('A roll.', { type: 'search' })
    await expectSameAsCleanBuild(bakery)
    const pages = await readIndex()
    expect(pages.find(([path]) => path === '/shop/news')).toEqual([
      '/shop/news',
      'News of the bakery',
      [['News of the bakery', '', expect.stringContaining('A roll. See our bread.')]],
    ])
    // These pages are noindex.
    expect(pages.some(([path]) => path.includes('/shops/'))).toBe(false)
    expect(await readFile(join(bakery.out, 'news/page.json'), 'utf8')).toContain(
      '"index":"/shop/search-index.json"',
    )
  })

  it('keeps the list up to date, and leaves no old one', async () => {
    await editNews('A bun.', { type: 'search' })
    await expectSameAsCleanBuild(bakery)
    expect(JSON.stringify(await readIndex())).toContain('A bun.')
    await bakery.edit('pages/more.yaml', ({ pages }) => {
      pages['/news/flour'] = createInfoPage('New flour', 'It comes from a mill.', { noindex: true })
    })
    await expectSameAsCleanBuild(bakery)
    expect(JSON.stringify(await readIndex())).not.toContain('/news/flour')
    expect(
      (await readdir(join(bakery.out, 'assets'))).filter((f) => /^search/.test(f)).length,
    ).toBe(2)
  })
})
