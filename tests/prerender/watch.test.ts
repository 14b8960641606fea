/**
 * While it watches, a build keeps the output equal to that of a build from scratch; if there are
 * errors, it keeps the last good output and reports them.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { runInProcess } from '../helpers/run-in-process.ts'
import { getScriptCommand, root } from '../helpers/run-npm-script.ts'

let work: string
let site: string
let out: string
let watching: WatchProcess | undefined

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-watch-'))
  site = join(work, 'site')
  out = join(work, 'out')
})
afterAll(() => rm(work, { recursive: true }))
afterEach(async () => {
  await watching?.end()
  watching = undefined
})

/**
 * Plain documents of the bakery, with pages in two files, a set, a list of articles and a planned
 * page.
 */
beforeEach(async () => {
  for (const dir of [site, out]) await rm(dir, { recursive: true, force: true })
  await cp(join(root, 'tests/sites/bakery'), site, { recursive: true })
  const main = await readSiteYaml('pages.yaml')
  main.site = { ...main.site, application: false, shareImages: 'none', icons: 'none' }
  main.facts = { ...main.facts, dozen: { label: 'A dozen', unit: 'count', value: 12 } }
  main.sets = {
    '/shops/{town}': {
      rows: 'data/towns.csv',
      facts: { opening: { label: 'Opens at', unit: 'count', value: '{{open}}' } },
      page: createHeroPage('Our shop in {{town}}', 'In {{town}} we open at ${opening}.'),
    },
  }
  await saveSiteYaml('pages.yaml', main)
  await mkdir(join(site, 'data'))
  await writeFile(join(site, 'data/towns.csv'), createTownsCsv({ Leeds: 7, York: 8 }))
  await saveSiteYaml('pages/more.yaml', {
    pages: {
      '/news': createHeroPage('News of the bakery', 'A ${dozen} loaves. See [our bread](/bread).'),
      '/news/flour': {
        ...createHeroPage('New flour', 'It comes from [the mill](/news).'),
        aliases: ['/flour'],
      },
    },
  })
})

type WatchedEntry = Record<string, any>
const createHeroPage = (title: string, body: string): WatchedEntry => ({
  kind: 'info',
  title,
  description: `${title}, told in short.`,
  blocks: [
    { type: 'hero', heading: title },
    { type: 'prose', body },
  ],
})
const createTownsCsv = (rows: Record<string, number>) =>
  `Town,Open\n${Object.entries(rows)
    .map((row) => `${row.join()}\n`)
    .join('')}`
const readSiteYaml = async (file: string): Promise<WatchedEntry> =>
  parse(await readFile(join(site, file), 'utf8')) as WatchedEntry

/** Saves a file as editors do: in place, or by renaming a file written beside it. */
async function saveSiteYaml(file: string, value: WatchedEntry, beside = false) {
  const path = join(site, file)
  const target = beside ? `${path}~` : path
  await writeFile(target, stringify(value))
  if (beside) await rename(target, path)
}

async function editAndSave(file: string, change: (content: WatchedEntry) => void, beside = false) {
  const content = await readSiteYaml(file)
  change(content)
  await saveSiteYaml(file, content, beside)
}

/** A running `build --watch`, and what it has printed. */
type WatchProcess = { child: ChildProcess; said: () => string; end(): Promise<number | null> }

async function startWatch(): Promise<WatchProcess> {
  const [program, ...args] = getScriptCommand('build')
  const child = spawn(program, [...args, '--site', site, '--out', out, '--watch'], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void (said += text))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  watching = {
    child,
    said: () => said,
    end() {
      child.kill('SIGINT')
      return exited
    },
  }
  await waitUntil(() => expect(said).toContain('Watching'))
  return watching
}

const waitUntil = (hold: () => void | Promise<void>) =>
  expect
    .poll(async () => Promise.resolve(hold()).then(() => true), { timeout: 600_000, interval: 50 })
    .toBe(true)

async function readSortedTree(dir: string): Promise<[file: string, content: string][]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
  return Promise.all(
    files.map(
      async (file) => [file.slice(dir.length), await readFile(file, 'utf8')] as [string, string],
    ),
  )
}

/** Builds from scratch. Returns the output, or the errors. */
async function buildReference(): Promise<{ tree?: [string, string][]; report: string }> {
  const fresh = join(await mkdtemp(join(work, 'cold-')), 'out')
  const { code, stderr } = await runInProcess('build', ['--site', site, '--out', fresh])
  return {
    report: stderr.split('\n\nNothing was built')[0]!,
    ...(code === 0 && { tree: await readSortedTree(fresh) }),
  }
}

/**
 * Expects the watched output and report to become those of a build from scratch. @param last the
 * last good output.
 */
async function expectSameAsReference(
  { said }: WatchProcess,
  last: [string, string][],
): Promise<[string, string][]> {
  const { tree = last, report } = await buildReference()
  await waitUntil(async () => {
    expect(await readSortedTree(out)).toEqual(tree)
    // The last report.
    if (tree === last)
      expect(
        said()
          .split(/\n\nNothing was [a-z]+: .*\n/)
          .at(-2),
      ).toContain(report)
  })
  return tree
}

it('a watching build follows saves, keeps the last good page, and leaves a valid cache', async () => {
  const { said, end } = await startWatch()
  const sitemap = await stat(join(out, 'sitemap.xml'))
  const saveBlock = (block: WatchedEntry) =>
    editAndSave('pages/more.yaml', ({ pages }) => void (pages['/news'].blocks[1] = block))
  const countChanges = () => said().match(/^\/news: changed, \d+ ms$/gm)?.length ?? 0
  const countUpdates = () => said().match(/up to date/g)?.length ?? 0
  await saveBlock({ type: 'prose', body: 'Closed on Monday.' })
  await waitUntil(() => expect(countUpdates()).toBe(1))
  expect(countChanges()).toBe(1)
  expect(await readFile(join(out, 'news/index.html'), 'utf8')).toContain('Closed on Monday.')
  // Only this page was written.
  expect((await stat(join(out, 'sitemap.xml'))).ino).toBe(sitemap.ino)

  const before = await readSortedTree(out)
  await saveBlock({ type: 'prosa', body: 'Closed on Monday.' })
  await waitUntil(() => expect(said()).toContain('Did you mean "prose"?'))
  expect(said()).toContain('Nothing was changed: 1 error')
  expect(await readSortedTree(out)).toEqual(before)
  await saveBlock({ type: 'prose', body: 'Repaired.' })
  await waitUntil(() => expect(countChanges()).toBe(2))

  // A page is written before its links are checked, and is restored then.
  const repaired = await readSortedTree(out)
  await saveBlock({ type: 'prose', body: 'See [the mill](/mill).' })
  await waitUntil(() => expect(said()).toContain('The page /mill does not exist.'))
  await waitUntil(async () => expect(await readSortedTree(out)).toEqual(repaired))
  await expectSameAsReference(watching!, repaired)
  const count = countUpdates()
  await saveBlock({ type: 'prose', body: 'Closed on Tuesday.' })
  await waitUntil(() => expect(countUpdates()).toBe(count + 1))

  expect(await end()).toBe(0)
  const last = await stat(join(out, 'news/index.html'))
  const tree = await readSortedTree(out)
  expect((await runInProcess('build', ['--site', site, '--out', out])).code).toBe(0)
  expect(await readSortedTree(out)).toEqual(tree)
  expect((await stat(join(out, 'news/index.html'))).ino).toBe(last.ino)
})

it('a watching build reports once that a page has become too heavy', async () => {
  const { said } = await startWatch()
  const heavy = () => said().match(/^Over budget: .*$/gm) ?? []
  const save = async (body: string, route = '/news') => {
    const before = said().match(/up to date/g)?.length ?? 0
    await editAndSave('pages/more.yaml', ({ pages }) => void (pages[route].blocks[1].body = body))
    await waitUntil(() => expect(said().match(/up to date/g) ?? []).toHaveLength(before + 1))
  }
  await save('Closed on Monday.')
  expect(heavy()).toEqual([])
  const words = (count: number) =>
    Array.from({ length: count }, () => randomBytes(12).toString('hex')).join(' ')
  await save(words(2000))
  const kept = [
    expect.stringMatching(/^Over budget: 1 of \d+ pages exceed 14,600 bytes of HTML .*: \/news by/),
    expect.stringMatching(
      /^Over budget: \/news: about [\d,]+ bytes of HTML \(Brotli\), about [\d,]+ bytes over the budget of 20,000 bytes$/,
    ),
  ]
  await waitUntil(() => expect(heavy()).toEqual(kept))
  // A build from scratch reports the same, and a check what the last build has reported.
  const { stderr } = await runInProcess('build', ['--site', site])
  expect(stderr.match(/^Over budget: .*$/gm)).toEqual(heavy())
  const { stdout } = await runInProcess('check', ['--site', site])
  expect(stdout.match(/^Over budget in the last build: .*$/gm)).toEqual(
    heavy().map((text) => text.replace('budget', 'budget in the last build')),
  )
  await save(words(2100))
  await save('Another mill.', '/news/flour')
  await save('Light again.')
  expect(heavy()).toEqual(kept)
  await save(words(2000))
  await waitUntil(() => expect(heavy()).toEqual([...kept, ...kept]))
})

it('a watching build starts once a site with errors is fixed', async () => {
  const good = await readSiteYaml('pages/more.yaml')
  await editAndSave('pages/more.yaml', ({ pages }) => void delete pages['/news'])
  const { said } = await startWatch()
  expect(said()).toContain('Nothing was built')
  await saveSiteYaml('pages/more.yaml', good)
  await waitUntil(async () =>
    expect((await readSortedTree(out).catch(() => [])).map(([file]) => file)).toContain(
      '/news/index.html',
    ),
  )
})

it('a watching build leaves a complete site whenever it ends', async () => {
  for (const delay of [0, 80]) {
    await startWatch()
    const before = await readSortedTree(out)
    await editAndSave(
      'pages.yaml',
      ({ site: settings }) => void (settings.name = `Bakery ${delay}`),
    )
    await new Promise((resolve) => setTimeout(resolve, delay))
    expect(await watching!.end()).toBe(0)
    const { tree } = await buildReference()
    const now = await readSortedTree(out)
    // Pages are replaced one by one, so each file is either the old one or the new one.
    for (const [file, content] of now)
      expect([before, tree!].map((all) => all.find(([name]) => name === file)?.[1])).toContain(
        content,
      )
    expect(now.map(([file]) => file)).toEqual(before.map(([file]) => file))
  }
  expect((await readdir(work)).filter((name) => name.startsWith('.out'))).toEqual([])
})

it('a watching build after any saves has the same output as a clean build', async () => {
  const words = fc.constantFrom(
    'Fresh bread',
    'A ${dozen} rolls',
    '[News](/news)',
    '[Gone](/gone)',
    '**Bold**',
    '${nothing}',
    '[Soon](/cakes)',
  )
  const route = fc.constantFrom('/news', '/news/flour', '/new', '/cakes')
  const change = fc.oneof(
    fc.record({ what: fc.constant('text' as const), route, words, beside: fc.boolean() }),
    fc.record({ what: fc.constant('title' as const), route, words, beside: fc.boolean() }),
    fc.record({
      what: fc.constant('alias' as const),
      route,
      alias: fc.constantFrom('/flour', '/meal', '/old.html'),
    }),
    fc.record({
      what: fc.constant('remark' as const),
      file: fc.constantFrom('pages.yaml', 'pages/more.yaml'),
    }),
    fc.record({ what: fc.constant('fact' as const), value: fc.integer({ min: 1, max: 14 }) }),
    fc.record({
      what: fc.constant('rows' as const),
      town: fc.constantFrom('Leeds', 'Hull', 'Goole'),
      open: fc.integer({ min: 6, max: 9 }),
    }),
    fc.record({ what: fc.constant('delete' as const), route }),
    fc.record({
      what: fc.constant('name' as const),
      name: fc.constantFrom('Mill Lane Bakery', 'The Bakery'),
    }),
    fc.record({
      what: fc.constant('file' as const),
      name: fc.constantFrom('pies', 'tarts'),
      route: fc.constantFrom('/pies', '/news'),
    }),
    fc.record({ what: fc.constant('public' as const), text: fc.constantFrom('one', 'two') }),
    fc.record({
      what: fc.constant('broken' as const),
      text: fc.constantFrom('pages: [', 'pages:\n  /x: {}\n'),
    }),
  )
  const apply = async (each: typeof change extends fc.Arbitrary<infer T> ? T : never) => {
    const { what } = each
    if (what === 'fact')
      await editAndSave('pages.yaml', ({ facts }) => void (facts.dozen.value = each.value))
    else if (what === 'name')
      await editAndSave('pages.yaml', ({ site: settings }) => void (settings.name = each.name))
    else if (what === 'rows')
      await writeFile(
        join(site, 'data/towns.csv'),
        createTownsCsv({ York: 8, [each.town]: each.open }),
      )
    else if (what === 'public') await writeFile(join(site, 'public/note.txt'), each.text)
    else if (what === 'broken') await writeFile(join(site, 'pages/broken.yaml'), each.text)
    else if (what === 'remark')
      await writeFile(
        join(site, each.file),
        `# A remark\n${await readFile(join(site, each.file), 'utf8')}`,
      )
    else if (what === 'file')
      await saveSiteYaml(`pages/${each.name}.yaml`, {
        pages: { [each.route]: createHeroPage(`All ${each.name}`, 'Hot.') },
      })
    else
      await editAndSave(
        'pages/more.yaml',
        ({ pages }) => {
          const entry = pages[each.route]
          if (what === 'delete') delete pages[each.route]
          else if (what === 'alias')
            pages[each.route] = {
              ...(entry ?? createHeroPage('Again', 'Again.')),
              aliases: [each.alias],
            }
          else if (what === 'title')
            pages[each.route] = {
              ...(entry ?? createHeroPage('Again', 'Again.')),
              title: `${each.words} today`,
            }
          else
            pages[each.route] = createHeroPage(
              entry?.title ?? `About ${each.route.slice(1)}`,
              each.words,
            )
        },
        'beside' in each && each.beside,
      )
  }
  await mkdir(join(site, 'public'), { recursive: true })
  const running = await startWatch()
  let last = await readSortedTree(out)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 }),
      async (steps) => {
        for (const step of steps) {
          for (const each of step) await apply(each)
          last = await expectSameAsReference(running, last)
          // The broken file is removed, so that the next step can succeed.
          await rm(join(site, 'pages/broken.yaml'), { force: true })
        }
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 2), timeout: 100_000, endOnFailure: true },
  )
})
