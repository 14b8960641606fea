/**
 * If only the bodies of pages have changed, a build reads nothing else. After any other change, it
 * reads everything.
 */
import { appendFile, cp, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { openUpdater } from '../../scripts/prerender/session/build-site.ts'
import { reportUpdate } from '../../scripts/prerender/session/report-build.ts'
import { openWorkspace } from '../../scripts/prerender/session/workspace.ts'
import { createWorkerPool } from '../../scripts/prerender/workers/worker-pool.ts'
import {
  listContents,
  oneHour,
  expectSameAsCleanBuild,
  listWrittenFiles,
  createInfoPage,
  linkFromFooter,
  StaticBakery,
  readOutputTree,
  type YamlMap,
  type FileTree,
} from '../helpers/static-bakery.ts'
import { readYaml, writeYaml } from '../helpers/site-yaml.ts'
import { captureOutput, runInProcess } from '../helpers/run-in-process.ts'
import { killNpmScript, root, startNpmScript } from '../helpers/run-npm-script.ts'

let work: string
let bakery: StaticBakery
/** The files of the site before each test. */
let originalFiles: Map<string, Buffer>
const toSitePath = (file: string) => join(bakery.site, file)
const morePagesFile = 'pages/more.yaml'

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-edited-'))
  bakery = new StaticBakery(join(work, 'site'), join(work, 'out'))
  await bakery.create()
  await bakery.edit('pages.yaml', (main) => {
    main.sets['/shops/{town}'].rows = 'towns.csv'
    main.site.sharedTitles = true
    linkFromFooter(main, '/news/flour', '/long', '/oven', '/told', '/other')
  })
  await writeFile(toSitePath('towns.csv'), 'Town,Open\nLeeds,7\nYork,8\n')
  await bakery.edit(morePagesFile, ({ pages }) => {
    pages['/long'] = createInfoPage('Baking at night', createUniqueWords(300))
    pages['/oven'] = {
      ...createInfoPage('The oven', ''),
      blocks: [
        ...createInfoPage('The oven', 'It is hot.').blocks,
        { type: 'picture', picture: { src: '/sign.svg', alt: 'The sign' } },
      ],
    }
  })
  // Pages with a warning, in a file of their own.
  await writeFile(
    toSitePath('pages/told.yaml'),
    stringify({
      pages: {
        '/told': { ...createInfoPage('Baking at night', 'Words.'), description: 'Told of.' },
        '/other': createInfoPage('Other bread', 'Words.'),
      },
    }),
  )
  await writeFile(
    toSitePath('public/sign.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"/>',
  )
  const files = (await readdir(bakery.site, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  originalFiles = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)),
  )
})
afterAll(async () => {
  await rm(work, { recursive: true })
})

/** Unique text that compresses badly. */
const createUniqueWords = (count: number, from = 0) =>
  Array.from(
    { length: count },
    (_, index) => `word${(((index + from) * 2_654_435_761) % 2 ** 32).toString(36)}`,
  ).join(' ')

let before: FileTree
beforeEach(async () => {
  const { code, stderr } = await bakery.build()
  expect(code, stderr).toBe(0)
  before = await readOutputTree(bakery.out)
})
/** Files that were not changed keep their modification times. */
afterEach(async () => {
  for (const entry of await readdir(bakery.site, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const was = originalFiles.get(file)
    if (entry.isFile() && was === undefined) await rm(file)
    else if (was && !was.equals(await readFile(file))) await writeFile(file, was)
  }
  for (const [file, was] of originalFiles) await readFile(file).catch(() => writeFile(file, was))
})

const editBodyText = (route: string, body: string) =>
  bakery.edit(morePagesFile, ({ pages }) => void (pages[route].blocks[1].body = body))
const editPageEntry = (route: string, change: (entry: YamlMap) => void) =>
  bakery.edit(morePagesFile, ({ pages }) => change(pages[route]))

/** Updates page bodies alone. @returns undefined when everything must be read. */
async function tryEditedBuild(
  origin?: string,
  { site, out } = { site: bakery.site, out: bakery.out },
): Promise<{ code: number; stderr: string } | undefined> {
  const update = async () => {
    const workspace = await openWorkspace(site, out)
    const options = { deferValidation: true, stays: false }
    const build = { site, out, edition: { origin } }
    const updater = openUpdater(build, workspace, createWorkerPool(), options)
    const outcome = await updater.updateBodies()
    workspace.stopScanning()
    if (!outcome) return undefined
    const violations = reportUpdate(outcome, { site, out, startedAt: workspace.startedAt })
    return violations?.length === 0 ? 0 : 1
  }
  const { result: code, stderr } = await captureOutput(update, { clockOffset: oneHour })
  return code === undefined ? undefined : { code, stderr }
}

describe('an incremental build rewrites only the page', () => {
  it.each<[what: string, change: () => Promise<unknown>, written: string[]]>([
    [
      'whose text was edited',
      () => editBodyText('/oven', 'Closed on Monday.'),
      ['/oven/index.html'],
    ],
    [
      'and another one, if both were edited',
      async () => {
        await editBodyText('/long', createUniqueWords(300, 200_000))
        await editBodyText('/oven', 'Two.')
      },
      ['/long/index.html', '/oven/index.html'],
    ],
    [
      'whose text was edited to cite another fact',
      () => editBodyText('/oven', 'It bakes ${dozen} loaves.'),
      ['/oven/index.html'],
    ],
    [
      'whose text was edited, while other files were saved without a change',
      async () => {
        await editBodyText('/oven', 'Closed on Monday.')
        for (const file of ['pages.yaml', 'pages/shop.yaml', 'pages/told.yaml', 'towns.csv'])
          await writeFile(toSitePath(file), await readFile(toSitePath(file)))
      },
      ['/oven/index.html'],
    ],
    [
      'that is long and has a new text',
      () => editBodyText('/long', createUniqueWords(300, 100_000)),
      ['/long/index.html'],
    ],
    [
      'and nothing at all if only its line number has changed',
      async () =>
        writeFile(
          toSitePath(morePagesFile),
          `# A line more.\n${await readFile(toSitePath(morePagesFile), 'utf8')}`,
        ),
      [],
    ],
    [
      'and nothing at all if a file was saved without a change',
      async () => writeFile(toSitePath(morePagesFile), await readFile(toSitePath(morePagesFile))),
      [],
    ],
    ['and nothing at all if no file was touched', async () => {}, []],
  ])('%s', async (_, change, written) => {
    await change()
    expect(await tryEditedBuild()).toMatchObject({ code: 0 })
    expect(listWrittenFiles(before, await readOutputTree(bakery.out))).toEqual(written)
    await expectSameAsCleanBuild(bakery)
    // A second edit starts from the result of the first.
    await editBodyText('/oven', 'It was hot.')
    expect(await tryEditedBuild()).toMatchObject({ code: 0 })
    // The cache after these edits equals the cache of a full build.
    await discardLastBuild()
    const after = await readOutputTree(bakery.out)
    expect((await bakery.build()).code).toBe(0)
    expect(listWrittenFiles(after, await readOutputTree(bakery.out))).toEqual([])
    await expectSameAsCleanBuild(bakery)
  })

  it('and repeats the warnings of other files', async () => {
    const { stderr } = await bakery.build()
    expect(stderr).toMatch(/told\.yaml:\d+:\d+ warning REPEATED_TITLE/)
    await editBodyText('/oven', 'Closed on Tuesday.')
    expect(await tryEditedBuild()).toEqual({
      code: 0,
      stderr: expect.stringContaining('REPEATED_TITLE'),
    })
  })

  it('and repeats the warnings of its file where they are now', async () => {
    const insertLine = async () =>
      writeFile(
        toSitePath(morePagesFile),
        `# A line more.\n${await readFile(toSitePath(morePagesFile), 'utf8')}`,
      )
    await editPageEntry('/long', (entry) => void (entry.title = 'A title of many words '.repeat(9)))
    const { stderr } = await bakery.build()
    expect(stderr).toMatch(/more\.yaml:\d+:\d+ warning TITLE_TOO_LONG/)
    await editBodyText('/oven', 'Closed on Tuesday.')
    expect(await tryEditedBuild()).toEqual({ code: 0, stderr })
    await insertLine()
    const moved = await tryEditedBuild()
    expect(moved?.stderr).toMatch(/more\.yaml:\d+:\d+ warning TITLE_TOO_LONG/)
    expect(moved?.stderr).not.toBe(stderr)
    await insertLine()
    await discardLastBuild()
    const { stderr: whole } = await bakery.build()
    expect(whole).not.toBe(moved?.stderr)
    await discardLastBuild()
    expect((await bakery.build()).stderr).toBe(whole)
    await editPageEntry('/long', (entry) => void (entry.title = 'Baking through the night'))
    expect((await bakery.build()).stderr).not.toContain('TITLE_TOO_LONG')
  })

  it('and checks its weight against the budgets', async () => {
    await editBodyText('/long', createUniqueWords(15_000, 100_000))
    expect(await tryEditedBuild()).toEqual({
      code: 1,
      stderr: expect.stringMatching(/Over budget: .*\/long/),
    })
    expect((await bakery.build()).code).toBe(1)
  })
})

/** Makes the next build read everything. */
async function discardLastBuild(): Promise<void> {
  const { cache } = await openWorkspace(bakery.site, bakery.out)
  await rm(join(dirname(cache.spareOutput), 'snapshot.bin'))
}

describe('a full build is needed', () => {
  it.each<[what: string, change: () => Promise<unknown>]>([
    [
      'if a title was edited',
      () => editPageEntry('/oven', (entry) => void (entry.title = 'What is new')),
    ],
    [
      'if a description was edited',
      () => editPageEntry('/oven', (entry) => void (entry.description = 'All that is new.')),
    ],
    ['if a link was added', () => editBodyText('/oven', 'See [the news](/news).')],
    ['if a link leads nowhere', () => editBodyText('/oven', 'See [the news](/new).')],
    [
      'if an anchor was renamed',
      () => editPageEntry('/oven', (entry) => void (entry.blocks[1].id = 'hours')),
    ],
    ['if a picture was removed', () => editPageEntry('/oven', (entry) => void entry.blocks.pop())],
    [
      'if an alias was added',
      () => editPageEntry('/oven', (entry) => void (entry.aliases = ['/new.html'])),
    ],
    [
      'if a page was set to noindex',
      () => editPageEntry('/oven', (entry) => void (entry.noindex = true)),
    ],
    [
      'if a page was added',
      () =>
        bakery.edit(
          morePagesFile,
          ({ pages }) => void (pages['/new'] = createInfoPage('New', 'Words.')),
        ),
    ],
    [
      'if a page was deleted',
      () => bakery.edit(morePagesFile, ({ pages }) => void delete pages['/news/flour']),
    ],
    [
      'if pages were reordered',
      () =>
        bakery.edit(
          morePagesFile,
          (content) =>
            void (content.pages = Object.fromEntries(Object.entries(content.pages).reverse())),
        ),
    ],
    ['if a page duplicates another one', () => editBodyText('/told-twice', createUniqueWords(300))],
    ['if a fact is unknown', () => editBodyText('/oven', 'A ${score}.')],
    [
      'if a block is unknown',
      () => editPageEntry('/oven', (entry) => void (entry.blocks[1].type = 'prosa')),
    ],
    [
      'if a property is unknown',
      () => editPageEntry('/oven', (entry) => void (entry.blocks[1].boddy = 'Words.')),
    ],
    ['if the file cannot be read', () => appendFile(toSitePath(morePagesFile), '  /x: {\n')],
    [
      'if a page depends on another one',
      async () =>
        writeFile(
          toSitePath(morePagesFile),
          (await readFile(toSitePath(morePagesFile), 'utf8'))
            .replace(/body: (A.*)/, 'body: &body $1')
            .replace('body: It is hot.', 'body: *body'),
        ),
    ],
    [
      'if the file has a warning about several pages',
      () =>
        bakery.edit(
          'pages/told.yaml',
          ({ pages }) => void (pages['/other'].blocks[1].body = 'Others.'),
        ),
    ],
    [
      'if a fact was edited',
      () => bakery.edit('pages.yaml', ({ facts }) => void (facts.dozen.value = 13)),
    ],
    [
      'if a setting was edited',
      () => bakery.edit('pages.yaml', ({ site }) => void (site.name = 'The Bakery')),
    ],
    [
      'if a template was edited',
      () =>
        bakery.edit(
          'pages.yaml',
          ({ sets }) => void (sets['/shops/{town}'].page.title = 'A shop in {{town}}'),
        ),
    ],
    [
      'if a row was edited',
      () => writeFile(toSitePath('towns.csv'), 'Town,Open\nLeeds,7\nYork,9\n'),
    ],
    ['if a row was added', () => appendFile(toSitePath('towns.csv'), 'Hull,9\n')],
    ['if the rows were deleted', () => rm(toSitePath('towns.csv'))],
    [
      'if a file was added',
      () =>
        writeFile(
          toSitePath('pages/new.yaml'),
          stringify({ pages: { '/new': createInfoPage('New', 'Words.') } }),
        ),
    ],
    ['if a file was deleted', () => rm(toSitePath('pages/told.yaml'))],
    [
      'if a picture has another size',
      () =>
        writeFile(
          toSitePath('public/sign.svg'),
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 40"/>',
        ),
    ],
    [
      'if a picture was added',
      () =>
        writeFile(
          toSitePath('public/new.svg'),
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 40"/>',
        ),
    ],
    [
      'if dates were recorded',
      () => writeFile(toSitePath('dates.gen.json'), '{"/news":{"hash":"x","date":"2026-01-01"}}'),
    ],
    [
      'if a file of the output was edited',
      () => appendFile(join(bakery.out, 'robots.txt'), '# mine'),
    ],
    [
      'if a file of the output was touched',
      () => utimes(join(bakery.out, 'news/index.html'), 1, 1),
    ],
    ['if a file of the output was deleted', () => rm(join(bakery.out, 'news/index.html'))],
    [
      'if the output contains a file that no build has written',
      () => writeFile(join(bakery.out, 'news/notes.txt'), 'mine'),
    ],
    ['if the output was deleted', () => rm(join(bakery.out), { recursive: true })],
    ['if the cache was deleted', discardLastBuild],
  ])('%s', async (what, change) => {
    if (what.includes('duplicates another one')) {
      await bakery.edit(
        morePagesFile,
        ({ pages }) =>
          void (pages['/told-twice'] = createInfoPage(
            'Told twice',
            createUniqueWords(300, 100_000),
          )),
      )
      expect((await bakery.build()).code).toBe(0)
      before = await readOutputTree(bakery.out)
    }
    await change()
    const changed = await readOutputTree(bakery.out).catch(() => undefined)
    expect(await tryEditedBuild()).toBeUndefined()
    expect(await readOutputTree(bakery.out).catch(() => undefined)).toEqual(changed)
    expect((await readdir(work)).filter((name) => name.startsWith('.out'))).toEqual([])
  })

  it('if another origin is requested', async () => {
    expect(await tryEditedBuild('https://staging.example.com')).toBeUndefined()
    expect(await tryEditedBuild()).toMatchObject({ code: 0 })
  })
})

it('a build after any page edits writes the same output as a clean build', async () => {
  const routes = fc.constantFrom('/long', '/oven', '/news')
  const body = fc.constantFrom(
    'Fresh bread',
    'A ${dozen} rolls',
    '**Bold**',
    '[News](/news)',
    createUniqueWords(200),
    createUniqueWords(300),
    '"Quoted": yes',
    'Two\n\nparagraphs',
    '',
  )
  const step = fc.array(fc.record({ route: routes, body }), { minLength: 1, maxLength: 2 })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 4 }), async (steps) => {
      for (const edits of steps) {
        for (const { route, body } of edits) await editBodyText(route, body)
        await expectSameAsCleanBuild(bakery)
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 3), timeout: 100_000 },
  )
})

it('a killed build leaves a complete site, and the next build is correct', async () => {
  for (const delay of [60, 100, 140, 180, 220, 260]) {
    const was = listContents(await readOutputTree(bakery.out))
    await editBodyText('/oven', `Open until ${delay}.`)
    const running = startNpmScript('build', ['--site', bakery.site, '--out', bakery.out])
    await setTimeout(delay)
    await killNpmScript(running)
    const { tree } = await bakery.buildClean()
    expect([JSON.stringify(was), JSON.stringify(listContents(tree!))]).toContain(
      JSON.stringify(listContents(await readOutputTree(bakery.out))),
    )
    expect((await bakery.build()).code).toBe(0)
    expect(listContents(await readOutputTree(bakery.out))).toEqual(listContents(tree!))
  }
  expect((await readdir(work)).filter((name) => name.startsWith('.out'))).toEqual([])
})

describe('a hydrated site with recorded dates, share images and a search', () => {
  const site = () => join(work, 'hydrated')
  const out = () => join(work, 'hydrated-out')
  const shop = () => join(site(), 'pages/shop.yaml')
  const build = (to: string) =>
    runInProcess('build', ['--site', site(), '--out', to], { clockOffset: oneHour })
  const replace = async (from: string, to: string) =>
    writeFile(shop(), (await readFile(shop(), 'utf8')).replace(from, to))

  beforeAll(async () => {
    await cp(join(root, 'tests/sites/bakery'), site(), { recursive: true })
    // So that the check has a note about the home page: its structured data is sparse.
    const settings = join(site(), 'pages.yaml')
    const text = await readFile(settings, 'utf8')
    const withSearch = text.replace('  planned:', '      - type: search\n  planned:')
    await writeFile(settings, withSearch.replace('    priceRange: £\n', ''))
    const changed = await readYaml(settings)
    const items = [{ label: 'Pan', href: '/es' }]
    const groups = [{ heading: 'Tienda', items }]
    const navigation = { header: { menus: items }, footer: { groups, legal: 'Panadería' } }
    changed.site.languages = { es: { label: 'Español', pages: ['/'], navigation } }
    await writeYaml(settings, changed)
    const translation = { language: 'es', translates: '/', ...createInfoPage('Pan', 'Hay pan.') }
    await writeFile(
      join(site(), 'pages/spanish.yaml'),
      stringify({ pages: { '/es': translation } }),
    )
    expect((await runInProcess('dates', ['--site', site(), '--translated', '/es'])).code).toBe(0)
    expect((await runInProcess('dates', ['--site', site()])).code).toBe(0)
    expect((await build(out())).code).toBe(0)
  })

  const page = ['/index.html', '/page.json']
  const found = ['/assets/search.*.json', '/search-index.json']
  it.each([
    ['a text', 'by bike.', 'by cargo bike.', [...page, ...found, '/sitemap.xml']],
    ['another text', 'by cargo bike.', 'on foot.', [...page, ...found]],
    ['the heading', 'Baked this morning', 'Baked last night', [...page, ...found, '/og/index.png']],
    ['the text as it was recorded', 'on foot.', 'by bike.', [...page, ...found]],
  ])('rewrites only what follows from %s', async (_, from, to, written) => {
    const before = await readOutputTree(out())
    await replace(from, to)
    const edited = await tryEditedBuild(undefined, { site: site(), out: out() })
    const tree = await readOutputTree(out())
    const names = listWrittenFiles(before, tree).map((path) =>
      path.replace(/(?<=search)\.[\w-]+/, '.*'),
    )
    expect(names).toEqual(written.toSorted())
    const clean = join(work, 'hydrated-clean')
    const { code, stderr } = await build(clean)
    expect(edited).toEqual({ code, stderr })
    expect(stderr).toContain('OUTDATED_TRANSLATION')
    expect(listContents(tree)).toEqual(listContents(await readOutputTree(clean)))
    await rm(clean, { recursive: true })
  })

  it('warns about the pages whose date is no longer recorded', async () => {
    const { code, stderr } = await build(out())
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('1 page is new or has changed since'),
    ])
  })
})
