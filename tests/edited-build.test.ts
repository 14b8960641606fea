/** A build of which nothing has changed but what stands on a page reads nothing else; whatever else has changed, all is read as ever. */
import { appendFile, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { stringify } from 'yaml'
import { buildEdited } from '../scripts/build/build-edited.ts'
import { startBuild } from '../scripts/build/start-build.ts'
import {
  contents,
  expectCold,
  listChanged,
  page,
  PlainBakery,
  readTree,
  type Entry,
  type Tree,
} from './plain-bakery.ts'
import { killScript, startScript } from './run-script.ts'

let work: string
let bakery: PlainBakery
/** The site as it is laid before each test. */
let laid: Map<string, Buffer>
const inSite = (file: string) => join(bakery.site, file)
const more = 'pages/more.yaml'

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-edited-'))
  bakery = new PlainBakery(join(work, 'site'), join(work, 'out'))
  await bakery.lay()
  await bakery.edit('pages.yaml', (main) => {
    main.sets['/shops/{town}'].rows = 'towns.csv'
    main.site.sharedTitles = true
  })
  await writeFile(inSite('towns.csv'), 'Town,Open\nLeeds,7\nYork,8\n')
  await bakery.edit(more, ({ pages }) => {
    pages['/long'] = page('Baking at night', words(300))
    pages['/oven'] = {
      ...page('The oven', ''),
      blocks: [
        ...page('The oven', 'It is hot.').blocks,
        { type: 'picture', picture: { src: '/sign.svg', alt: 'The sign' } },
      ],
    }
  })
  // With something to be told of, in a file of its own.
  await writeFile(
    inSite('pages/told.yaml'),
    stringify({
      pages: {
        '/told': { ...page('Baking at night', 'Words.'), description: 'Told of.' },
        '/other': page('Other bread', 'Words.'),
      },
    }),
  )
  await writeFile(
    inSite('public/sign.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"/>',
  )
  const files = (await readdir(bakery.site, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  laid = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)),
  )
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterAll(async () => {
  vi.restoreAllMocks()
  await rm(work, { recursive: true })
})

/** Some text, not like any other. */
const words = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `word${(index + from).toString(36)}`).join(' ')

let before: Tree
beforeEach(async () => {
  const { code, stderr } = bakery.build()
  expect(code, stderr).toBe(0)
  before = await readTree(bakery.out)
})
/** Files that were not changed keep their times. */
afterEach(async () => {
  for (const entry of await readdir(bakery.site, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const was = laid.get(file)
    if (entry.isFile() && was === undefined) await rm(file)
    else if (was && !was.equals(await readFile(file))) await writeFile(file, was)
  }
  for (const [file, was] of laid) await readFile(file).catch(() => writeFile(file, was))
})

const text = (route: string, body: string) =>
  bakery.edit(more, ({ pages }) => void (pages[route].blocks[1].body = body))
const onPage = (route: string, change: (entry: Entry) => void) =>
  bakery.edit(more, ({ pages }) => change(pages[route]))

/** What comes of an edit, by the way that reads nothing else alone. */
async function attempt(origin?: string): Promise<number | undefined> {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
  try {
    const { site: dir, out } = bakery
    return await buildEdited({ dir, out, origin, start: await startBuild(dir, out) })
  } finally {
    clock.mockRestore()
  }
}

describe('only the page is made', () => {
  it.each<[what: string, change: () => Promise<unknown>, written: string[]]>([
    ['whose text was edited', () => text('/oven', 'Closed on Monday.'), ['/oven/index.html']],
    [
      'whose text was edited, and cites another fact',
      () => text('/oven', 'It bakes ${dozen} loaves.'),
      ['/oven/index.html'],
    ],
    [
      'whose text was edited, while other files were saved again as they were',
      async () => {
        await text('/oven', 'Closed on Monday.')
        for (const file of ['pages.yaml', 'pages/shop.yaml', 'pages/told.yaml', 'towns.csv'])
          await writeFile(inSite(file), await readFile(inSite(file)))
      },
      ['/oven/index.html'],
    ],
    [
      'that is long, and says something else',
      () => text('/long', words(300, 100_000)),
      ['/long/index.html'],
    ],
    [
      'that comes out as it was, since a line was added above it',
      async () =>
        writeFile(inSite(more), `# A line more.\n${await readFile(inSite(more), 'utf8')}`),
      [],
    ],
    [
      'of a file that was saved again as it was',
      async () => writeFile(inSite(more), await readFile(inSite(more))),
      [],
    ],
    ['of no file, where none was touched', async () => {}, []],
  ])('%s', async (_, change, written) => {
    await change()
    expect(await attempt()).toBe(0)
    expect(listChanged(before, await readTree(bakery.out))).toEqual(written)
    await expectCold(bakery)
    // And again from there.
    await text('/oven', 'It was hot.')
    expect(await attempt()).toBe(0)
    // What is known of each page is what a build of the whole finds.
    await forget()
    const after = await readTree(bakery.out)
    expect(bakery.build().code).toBe(0)
    expect(listChanged(after, await readTree(bakery.out))).toEqual([])
    await expectCold(bakery)
  })

  it('and what was told of elsewhere is told again', async () => {
    const { stderr } = bakery.build()
    expect(stderr).toMatch(/told\.yaml:\d+:\d+ warning SHARED_TITLE/)
    await text('/oven', 'Closed on Tuesday.')
    vi.mocked(console.error).mockClear()
    expect(await attempt()).toBe(0)
    expect(vi.mocked(console.error).mock.calls.flat().join('\n')).toContain('SHARED_TITLE')
  })

  it('and what it weighs is told with all others', async () => {
    await text('/long', words(15_000, 100_000))
    expect(await attempt()).toBe(1)
    expect(vi.mocked(console.error).mock.calls.flat().join('\n')).toMatch(/Too heavy: .*\/long/)
    expect(bakery.build().code).toBe(1)
  })
})

/** So that the next build reads everything. */
async function forget(): Promise<void> {
  const { cache } = await startBuild(bakery.site, bakery.out)
  await rm(join(dirname(cache.spare), 'last.bin'))
}

describe('all is read', () => {
  it.each<[what: string, change: () => Promise<unknown>]>([
    [
      'where two pages were edited',
      async () => (await text('/long', words(300, 200_000)), text('/oven', 'Two.')),
    ],
    ['where a title was', () => onPage('/oven', (entry) => void (entry.title = 'What is new'))],
    [
      'where a description was',
      () => onPage('/oven', (entry) => void (entry.description = 'All that is new.')),
    ],
    ['where a link was added', () => text('/oven', 'See [the news](/news).')],
    ['where a link leads nowhere', () => text('/oven', 'See [the news](/new).')],
    [
      'where a place on the page has another name',
      () => onPage('/oven', (entry) => void (entry.blocks[1].id = 'hours')),
    ],
    ['where a picture was', () => onPage('/oven', (entry) => void entry.blocks.pop())],
    [
      'where an alias was added',
      () => onPage('/oven', (entry) => void (entry.aliases = ['/new.html'])),
    ],
    [
      'where a page is not to be found',
      () => onPage('/oven', (entry) => void (entry.noindex = true)),
    ],
    [
      'where a page was added',
      () => bakery.edit(more, ({ pages }) => void (pages['/new'] = page('New', 'Words.'))),
    ],
    [
      'where a page has gone',
      () => bakery.edit(more, ({ pages }) => void delete pages['/news/flour']),
    ],
    [
      'where pages have changed places',
      () =>
        bakery.edit(
          more,
          (content) =>
            void (content.pages = Object.fromEntries(Object.entries(content.pages).reverse())),
        ),
    ],
    ['where a page says what another one says', () => text('/told-twice', words(300))],
    ['where a fact is unknown', () => text('/oven', 'A ${score}.')],
    [
      'where a block is unknown',
      () => onPage('/oven', (entry) => void (entry.blocks[1].type = 'prosa')),
    ],
    [
      'where a name is unknown',
      () => onPage('/oven', (entry) => void (entry.blocks[1].boddy = 'Words.')),
    ],
    ['where the file cannot be read', () => appendFile(inSite(more), '  /x: {\n')],
    [
      'where a page depends on another one',
      async () =>
        writeFile(
          inSite(more),
          (await readFile(inSite(more), 'utf8'))
            .replace(/body: (A.*)/, 'body: &body $1')
            .replace('body: It is hot.', 'body: *body'),
        ),
    ],
    [
      'where something is told of the file',
      () =>
        bakery.edit(
          'pages/told.yaml',
          ({ pages }) => void (pages['/other'].blocks[1].body = 'Others.'),
        ),
    ],
    [
      'where a fact was edited',
      () => bakery.edit('pages.yaml', ({ facts }) => void (facts.dozen.value = 13)),
    ],
    [
      'where a setting was',
      () => bakery.edit('pages.yaml', ({ site }) => void (site.name = 'The Bakery')),
    ],
    [
      'where a template was',
      () =>
        bakery.edit(
          'pages.yaml',
          ({ sets }) => void (sets['/shops/{town}'].page.title = 'A shop in {{town}}'),
        ),
    ],
    ['where a row was', () => writeFile(inSite('towns.csv'), 'Town,Open\nLeeds,7\nYork,9\n')],
    ['where a row was added', () => appendFile(inSite('towns.csv'), 'Hull,9\n')],
    ['where rows have gone', () => rm(inSite('towns.csv'))],
    [
      'where a file was added',
      () =>
        writeFile(
          inSite('pages/new.yaml'),
          stringify({ pages: { '/new': page('New', 'Words.') } }),
        ),
    ],
    ['where a file has gone', () => rm(inSite('pages/told.yaml'))],
    [
      'where a picture has another size',
      () =>
        writeFile(
          inSite('public/sign.svg'),
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 40"/>',
        ),
    ],
    [
      'where a picture is new',
      () =>
        writeFile(
          inSite('public/new.svg'),
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 40"/>',
        ),
    ],
    [
      'where dates are recorded',
      () => writeFile(inSite('dates.gen.json'), '{"/news":{"hash":"x","date":"2026-01-01"}}'),
    ],
    [
      'where a file of the output was edited',
      () => appendFile(join(bakery.out, 'robots.txt'), '# mine'),
    ],
    [
      'where a file of the output was touched',
      () => utimes(join(bakery.out, 'news/index.html'), 1, 1),
    ],
    ['where a file of the output has gone', () => rm(join(bakery.out, 'news/index.html'))],
    [
      'where a file in the output is not ours',
      () => writeFile(join(bakery.out, 'news/notes.txt'), 'mine'),
    ],
    ['where the output has gone', () => rm(join(bakery.out), { recursive: true })],
    ['where nothing is known', forget],
  ])('%s', async (what, change) => {
    if (what.includes('another one says')) {
      await bakery.edit(
        more,
        ({ pages }) => void (pages['/told-twice'] = page('Told twice', words(300, 100_000))),
      )
      expect(bakery.build().code).toBe(0)
      before = await readTree(bakery.out)
    }
    await change()
    const changed = await readTree(bakery.out).catch(() => undefined)
    expect(await attempt()).toBeUndefined()
    expect(await readTree(bakery.out).catch(() => undefined)).toEqual(changed)
    expect((await readdir(work)).filter((name) => name.startsWith('.out'))).toEqual([])
  })

  it('where another address is asked for', async () => {
    expect(await attempt('https://staging.example.com')).toBeUndefined()
    expect(await attempt()).toBe(0)
  })
})

it('is the same after any edits of pages as a build from nothing', async () => {
  const routes = fc.constantFrom('/long', '/oven', '/news')
  const body = fc.constantFrom(
    'Fresh bread',
    'A ${dozen} rolls',
    '**Bold**',
    '[News](/news)',
    words(200),
    words(300),
    '"Quoted": yes',
    'Two\n\nparagraphs',
    '',
  )
  const step = fc.array(fc.record({ route: routes, body }), { minLength: 1, maxLength: 2 })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 4 }), async (steps) => {
      for (const edits of steps) {
        for (const { route, body } of edits) await text(route, body)
        await expectCold(bakery)
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 3), timeout: 100_000 },
  )
})

it('leaves a whole site when it is killed at any moment, and the next build is right', async () => {
  for (const delay of [60, 100, 140, 180, 220, 260]) {
    const was = contents(await readTree(bakery.out))
    await text('/oven', `Open until ${delay}.`)
    const running = startScript('build', ['--site', bakery.site, '--out', bakery.out])
    await setTimeout(delay)
    await killScript(running)
    const { tree } = await bakery.buildCold()
    expect([JSON.stringify(was), JSON.stringify(contents(tree!))]).toContain(
      JSON.stringify(contents(await readTree(bakery.out))),
    )
    expect(bakery.build().code).toBe(0)
    expect(contents(await readTree(bakery.out))).toEqual(contents(tree!))
  }
  expect((await readdir(work)).filter((name) => name.startsWith('.out'))).toEqual([])
})
