/** Pages with draft: true, which only previews show. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageText, SmallSite } from './small-site.ts'

let site: SmallSite

const draft = pageText('/ideas', 'Ideas', '    draft: true\n')
const homeLink = pageText('/about', 'About us')

beforeAll(async () => {
  site = await SmallSite.create(`pages:${draft}${homeLink}`)
  await site.edit('pages.yaml', (text) =>
    text.replace('items: [{', 'items: [{ label: About us, href: /about }, {'),
  )
})
afterAll(() => site.remove())

describe('a draft', () => {
  it('is left out of a build, and of its sitemap', async () => {
    expect((await site.build('out')).stdout).toContain('2 pages')
    const files = await site.list('out')
    expect(files.has('/about/index.html')).toBe(true)
    expect([...files.keys()].filter((path) => path.includes('ideas'))).toEqual([])
    expect(await site.readOutput('out', 'sitemap.xml')).not.toContain('ideas')
  })

  it('is in a build with --drafts, where search engines must not list it', async () => {
    expect((await site.build('out', '--drafts')).stdout).toContain('3 pages')
    expect(await site.readOutput('out', 'ideas/index.html')).toContain('content="noindex"')
    expect(await site.readOutput('out', 'sitemap.xml')).not.toContain('ideas')
    // The same output without drafts again, although no file has changed.
    await site.build('out')
    await site.build('other')
    expect(await site.list('out')).toEqual(await site.list('other'))
  })

  it('is counted by check, and checked with --drafts', async () => {
    const mistake = draft.replace('heading: Ideas', "heading: Ideas\n        lead: '${no-fact}'")
    await site.write('pages/more.yaml', `pages:${mistake}${homeLink}`)
    const { stdout, code } = await site.run('check')
    expect([stdout.split('\n')[0], code]).toEqual(['2 pages and 1 draft: no problems', 0])
    expect((await site.run('check', '--drafts')).stdout).toContain('UNKNOWN_FACT')
    await site.write('pages/more.yaml', `pages:${draft}${homeLink}`)
  })

  it('is listed by the commands that find pages', async () => {
    expect((await site.run('pages')).stdout).toMatch(/\/ideas +info +draft/)
  })

  it('may be linked from a draft, but not from a menu, even in a preview', async () => {
    const other = pageText(
      '/plans',
      'Plans',
      '    draft: true\n',
      '        lead: "[Ideas](/ideas)"\n',
    )
    await site.write('pages/more.yaml', `pages:${draft}${homeLink}${other}`)
    expect((await site.run('check', '--drafts')).code).toBe(0)
    await site.edit('pages.yaml', (text) =>
      text.replace('menus: [', 'menus: [{ label: Ideas, href: /ideas }, '),
    )
    for (const args of [[], ['--drafts']]) {
      const { stdout, code } = await site.run('check', ...args)
      expect([stdout.match(/\w+ LINK_TO_HIDDEN_PAGE/g), code]).toEqual([
        ['error LINK_TO_HIDDEN_PAGE'],
        1,
      ])
      expect(stdout).toContain('which is a draft (')
      expect(stdout).toContain('pages/more.yaml:2')
    }
  })
})
