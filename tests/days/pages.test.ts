/** Pages with days: before, on and after them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageText, SmallSite } from './small-site.ts'

let site: SmallSite

const pages = `pages:${pageText('/about', 'About us')}${pageText(
  '/sale',
  'The winter sale',
  '    aliases: [/winter]\n    publish: { from: 2027-01-02, until: 2027-01-05, then: /about }\n',
)}${pageText('/party', 'The party', '    publish: { until: 2027-01-05 18:00 }\n')}`

beforeAll(async () => {
  site = await SmallSite.create(pages)
  await site.edit('pages.yaml', (text) =>
    text.replace('  language:', '  timeZone: America/Chicago\n  language:'),
  )
})
afterAll(() => site.remove())

const routes = ['/sale', '/party']
/** Builds into `out`, and lists which of the pages it has. */
async function buildAt(now: string, out = 'out') {
  const { code, stderr, stdout } = await site.build(out, '--now', now)
  expect(code, stderr).toBe(0)
  const files = await site.list(out)
  return {
    shown: routes.filter(
      (route) => files.has(`${route}/index.html`) && !isRedirect(files.get(`${route}/index.html`)!),
    ),
    files,
    stdout,
  }
}
const decode = (content: string) => Buffer.from(content, 'base64').toString()
const isRedirect = (content: string) => decode(content).includes('http-equiv="refresh"')
const readJson = (files: Map<string, string>, path: string) => JSON.parse(decode(files.get(path)!))

describe('a page with days', () => {
  it.each([
    ['2027-01-01T23:59', ['/party']],
    ['2027-01-02T00:00', ['/sale', '/party']],
    ['2027-01-02', ['/sale', '/party']],
    ['2027-01-02T05:59:59Z', ['/party']],
    ['2027-01-02T06:00:00Z', ['/sale', '/party']],
    ['2027-01-05T17:59', ['/sale', '/party']],
    ['2027-01-05T18:00', ['/sale']],
    ['2027-01-05T23:59', ['/sale']],
    ['2027-01-06', []],
  ])('is there on its days: %s', async (now, expected) => {
    expect((await buildAt(now)).shown).toEqual(expected)
  })

  it('has the same output after any other moment as from scratch', async () => {
    for (const now of ['2027-01-03', '2027-01-07', '2027-01-01']) {
      const warm = await buildAt(now)
      expect(warm.files).toEqual((await buildAt(now, `cold-${now}`)).files)
    }
  })

  it('is mentioned in the summary, and written as the next change', async () => {
    const { stdout, files } = await buildAt('2027-01-02T12:00')
    expect(stdout).toContain('4 pages as of 2027-01-02 12:00 in America/Chicago, ')
    expect(readJson(files, '/.hosts/next-change.json')).toEqual({
      next: '2027-01-06T00:00:00.000Z',
      timeZone: 'America/Chicago',
      changes: [
        {
          at: '2027-01-06T00:00:00.000Z',
          local: '2027-01-05 18:00',
          changes: ['the page /party ends'],
        },
        {
          at: '2027-01-06T06:00:00.000Z',
          local: '2027-01-06',
          changes: ['the page /sale ends'],
        },
      ],
    })
    const later = await buildAt('2027-02-01')
    expect(readJson(later.files, '/.hosts/next-change.json').next).toBeNull()
  })

  it('writes nothing at another moment between the same changes', async () => {
    const { files } = await buildAt('2027-01-03')
    const again = await buildAt('2027-01-04T08:00')
    expect(again.files).toEqual(files)
  })

  it('redirects when it is over, with its aliases, or is gone', async () => {
    const before = await buildAt('2027-01-02')
    expect(readJson(before.files, '/.hosts/rules.json')).toMatchObject({
      redirects: [{ from: '/winter', to: '/sale' }],
      gone: [],
    })
    const { files } = await buildAt('2027-01-06')
    expect(readJson(files, '/.hosts/rules.json')).toMatchObject({
      redirects: [
        { from: '/sale', to: '/about' },
        { from: '/winter', to: '/about' },
      ],
      gone: ['/party'],
    })
    expect(isRedirect(files.get('/sale/index.html')!)).toBe(true)
    expect(files.has('/party/index.html')).toBe(false)
  })

  it('is a redirect or gone in the table of addresses, and may be renamed', async () => {
    const { stdout } = await site.run(
      'pages',
      '--kind',
      'all',
      '--format',
      'csv',
      '--columns',
      'address,answer',
      '--now',
      '2027-01-06',
    )
    for (const answer of ['/sale,301', '/winter,301', '/party,410'])
      expect(stdout.trim().split('\r\n')).toContain(answer)
    const file = await site.read('pages/more.yaml')
    await site.run('rename', '/about', '/team')
    expect(await site.read('pages/more.yaml')).toContain('then: /team')
    await site.write('pages/more.yaml', file)
  })

  it('is compared with others on its days', async () => {
    const words = Array.from({ length: 120 }, (_, index) => `word${index} and`).join(' ')
    const createSimilarPage = (route: string, more = '') =>
      pageText(route, `A twin ${route}`, more, `      - { type: prose, body: '${words}' }\n`)
    await site.write(
      'pages/twins.yaml',
      `pages:${createSimilarPage('/one')}${createSimilarPage('/two', '    publish: { until: 2027-01-05 }\n')}`,
    )
    for (const now of ['2027-01-03', '2027-01-06', '2027-01-03']) {
      const warm = await site.build('out', '--now', now)
      const cold = await site.build(`cold-twins-${now}`, '--now', now)
      expect(warm.stderr).toBe(cold.stderr)
      expect(warm.stderr.includes('NEAR_DUPLICATE')).toBe(now === '2027-01-03')
    }
    await site.write('pages/twins.yaml', 'pages: {}\n')
  })

  it('keeps its recorded address when it is over', async () => {
    await site.write('addresses.gen.json', '{ "/party": [], "/sale": [], "/winter": [] }')
    expect((await site.run('check', '--now', '2027-01-06')).stdout).not.toContain('ADDRESS_GONE')
    expect((await site.run('check', '--now', '2027-01-01')).stdout).toContain('/sale was published')
    await site.write('addresses.gen.json', '{}')
  })

  it('may not be linked on other days', async () => {
    await site.edit('pages.yaml', (text) =>
      text.replace(
        'menus: [',
        'menus: [{ label: Party, href: /party }, { label: Sale, href: /sale }, ',
      ),
    )
    const check = async (now: string) => {
      const { stdout } = await site.run('check', '--now', now)
      return stdout.match(/^ {2}This link .*|^.* LINK_TO_ALIAS$/gm)
    }
    expect(await check('2027-01-03')).toBeNull()
    const at = expect.stringMatching(/pages\/more.yaml:\d+\)\.$/)
    expect(await check('2027-01-01')).toEqual([at])
    expect((await check('2027-01-01'))![0]).toContain(
      '/sale, which is published from 2027-01-02 on (',
    )
    expect(await check('2027-01-06')).toEqual([
      expect.stringContaining('/party, which is no longer published as of 2027-01-05 18:00 ('),
      expect.stringContaining('warning LINK_TO_ALIAS'),
    ])
  })
})
