/**
 * Whatever was built before, a build writes the same output as a clean build, and leaves
 * up-to-date files untouched.
 */
import { recoverOutput } from '../../scripts/prerender/output/stage-output.ts'
import {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectSameAsCleanBuild, type CleanBuild } from '../helpers/clean-build.ts'
import { listContents, listWrittenFiles, readOutputTree } from '../helpers/output-files.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { killNpmScript, root, startNpmScript } from '../helpers/run-npm-script.ts'
import { createInfoPage } from '../helpers/site-yaml.ts'
import { StaticBakery } from '../helpers/static-bakery.ts'

let work: string
let site: string
let out: string
let bakery: StaticBakery

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-warm-'))
  site = join(work, 'site')
  out = join(work, 'out')
  bakery = new StaticBakery(site, out)
})
afterAll(() => rm(work, { recursive: true }))

/** Each test starts with a new bakery. */
beforeEach(() => bakery.create())

/** Each build has its own session, so what it knows about the last build comes from the cache. */
const buildWarm = (to = out) => bakery.build(to)
/** For what a process might keep outside its session. */
const buildInNewProcess = () => bakery.buildInNewProcess()
const buildClean = () => bakery.buildClean()
const expectSameAsClean = (clean?: CleanBuild, build: typeof buildWarm = buildWarm) =>
  expectSameAsCleanBuild({ out, build, buildClean }, clean)
const editBakery: StaticBakery['edit'] = (file, change) => bakery.edit(file, change)

/** Builds again, and returns the files that were written. */
async function buildAndListWritten(build = buildWarm): Promise<string[]> {
  const before = await readOutputTree(out)
  const { code, stderr } = await build()
  expect(code, stderr).toBe(0)
  return listWrittenFiles(before, await readOutputTree(out))
}

describe('a second build', () => {
  it('writes nothing if nothing has changed', async () => {
    expect((await bakery.build()).code).toBe(0)
    expect(await buildAndListWritten(async () => buildInNewProcess())).toEqual([])
  })

  it('rewrites only the edited page', async () => {
    await bakery.build()
    await editBakery(
      'pages/more.yaml',
      ({ pages }) => void (pages['/news'].blocks[1].body = 'Closed on Monday.'),
    )
    expect(await buildAndListWritten()).toEqual(['/news/index.html'])
    await expectSameAsClean()
  })

  it('detects an edit that keeps the size and time of a file, and a replaced file', async () => {
    const file = join(site, 'pages/more.yaml')
    // A time without fractions can be restored exactly.
    await utimes(file, 1e9, 1e9)
    await bakery.build()
    const { size } = await stat(file)
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('the mill', 'the hill'))
    await utimes(file, 1e9, 1e9)
    expect((await stat(file)).size).toBe(size)
    expect(await buildAndListWritten()).toEqual(['/news/flour/index.html'])

    await writeFile(`${file}.new`, text)
    await utimes(`${file}.new`, 1e9, 1e9)
    await rename(`${file}.new`, file)
    expect(await buildAndListWritten()).toEqual(['/news/flour/index.html'])
  })

  it('repeats a warning with its current line', async () => {
    const share = (title: string) =>
      editBakery('pages/more.yaml', ({ pages }) => void (pages['/news/flour'].title = title))
    await editBakery('pages.yaml', ({ site: settings }) => void (settings.sharedTitles = true))
    await share('News of the bakery')
    await expectSameAsClean()
    const { stderr } = await buildWarm()
    expect(stderr).toMatch(/more\.yaml:\d+:\d+ warning REPEATED_TITLE/)
    expect((await buildWarm()).stderr).toBe(stderr)
    await editBakery('pages.yaml', ({ facts }) => void (facts.dozen.value = 13))
    expect((await buildWarm()).stderr).toBe(stderr)
    await writeFile(
      join(site, 'pages/more.yaml'),
      `# One more line.\n${await readFile(join(site, 'pages/more.yaml'), 'utf8')}`,
    )
    expect((await buildWarm()).stderr).not.toBe(stderr)
    await expectSameAsClean()
  })

  it('rewrites the pages that cite an edited fact', async () => {
    await bakery.build()
    await editBakery('pages.yaml', ({ facts }) => void (facts.dozen.value = 13))
    expect(await buildAndListWritten()).toEqual(['/news/index.html'])
  })

  it('rewrites the pages that print a table of facts with a new row', async () => {
    const table = join(site, 'data/cakes.csv')
    await mkdir(join(site, 'data'))
    await writeFile(table, 'Cake,Slice,Whole\nCarrot,3,24\n')
    await editBakery('pages.yaml', ({ facts }) => {
      facts.cakes = { label: 'Price of a cake', unit: 'GBP', table: 'data/cakes.csv' }
    })
    await editBakery('pages/more.yaml', ({ pages }) => {
      pages['/news'].blocks[1].body += ' A slice is ${cakes.carrot.slice}.'
      pages['/news/flour'].blocks.push({ type: 'fee-table', heading: 'Cakes', rows: 'cakes' })
    })
    await bakery.build()
    await writeFile(table, 'Cake,Slice,Whole\nCarrot,3,24\nLemon,2.80,\n')
    expect(await buildAndListWritten()).toEqual(['/news/flour/index.html'])
    expect(await readFile(join(out, 'news/flour/index.html'), 'utf8')).toContain('£2.80')
  })

  it('rewrites the page of an edited row', async () => {
    await bakery.build()
    await editBakery('pages.yaml', ({ sets }) => void (sets['/shops/{town}'].rows[1].open = 10))
    expect(await buildAndListWritten()).toEqual(['/shops/york/index.html'])
  })

  it('rewrites pages with facts of their own if a shared fact changes', async () => {
    await editBakery(
      'pages.yaml',
      ({ sets }) =>
        void (sets['/shops/{town}'].page.blocks[1].body =
          'We open at ${opening}, with ${dozen} loaves.'),
    )
    await expectSameAsClean()
    const html = await readFile(join(out, 'shops/hull/index.html'), 'utf8')
    expect(html.replaceAll(/<\/?span[^>]*>/g, '').includes('We open at 9, with 12 loaves.')).toBe(
      true,
    )
    await editBakery('pages.yaml', ({ facts }) => void (facts.dozen.value = 13))
    expect(await buildAndListWritten()).toEqual([
      '/news/index.html',
      '/shops/hull/index.html',
      '/shops/leeds/index.html',
      '/shops/york/index.html',
    ])
  })

  it('reports the location of an error on the pages of a set', async () => {
    await editBakery(
      'pages.yaml',
      ({ sets }) => void (sets['/shops/{town}'].page.blocks[1].body = 'We open at ${closing}.'),
    )
    const { code, stderr } = await buildWarm()
    expect(code).toBe(1)
    expect(stderr).toMatch(/site\/pages\.yaml:\d+:\d+ error UNKNOWN_FACT/)
  })

  it('rewrites pages whose breadcrumbs contain a renamed page', async () => {
    await editBakery('pages/more.yaml', ({ pages }) => {
      for (const route of ['/news', '/news/flour'])
        pages[route].blocks.unshift({ type: 'breadcrumbs' })
    })
    await bakery.build()
    await editBakery('pages/more.yaml', ({ pages }) => void (pages['/news'].label = 'What is new'))
    expect(await buildAndListWritten()).toEqual(['/news/flour/index.html', '/news/index.html'])
    await expectSameAsClean()
  })

  it('reports a link to a deleted page on an unchanged page', async () => {
    await bakery.build()
    const before = listContents(await readOutputTree(out))
    await editBakery('pages/more.yaml', ({ pages }) => void delete pages['/news'])
    const { code, stderr } = await buildWarm()
    expect(code).toBe(1)
    expect(stderr).toContain('The page /news does not exist.')
    // The last good output stays.
    expect(listContents(await readOutputTree(out))).toEqual(before)
  })

  it('reports a deleted picture on an unchanged page until it is restored', async () => {
    const [sign, drawing] = [
      join(site, 'public/sign.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"/>',
    ]
    await writeFile(sign, drawing)
    await editBakery('pages/more.yaml', ({ pages }) =>
      pages['/news'].blocks.push({
        type: 'picture',
        picture: { src: '/sign.svg', alt: 'The sign' },
      }),
    )
    expect((await buildWarm()).code).toBe(0)
    await rm(sign)
    const { code, stderr } = await buildWarm()
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/pages\/more\.yaml:\d+:\d+ error PICTURE_NOT_FOUND/),
    ])
    await writeFile(sign, drawing)
    await expectSameAsClean()
  })

  it('replaces a file by a page, and a page by a file', async () => {
    const file = join(site, 'public/flour')
    const change = (title: string) =>
      editBakery('pages/more.yaml', ({ pages }) => void (pages['/news'].title = title))
    await writeFile(file, 'Not a page.')
    await bakery.build()
    // The spare output exists only after a second build.
    await change('News of today')
    expect((await buildWarm()).code).toBe(0)
    await rm(file)
    await editBakery(
      'pages/more.yaml',
      ({ pages }) => void (pages['/flour'] = createInfoPage('Flour', 'Words.')),
    )
    await expectSameAsClean()
    await change('News of tomorrow')
    expect((await buildWarm()).code).toBe(0)
    await writeFile(file, 'Not a page.')
    await editBakery('pages/more.yaml', ({ pages }) => void delete pages['/flour'])
    await expectSameAsClean()
  })

  it('rewrites planned pages and the 404 page only if their settings change', async () => {
    await bakery.build()
    await editBakery('pages.yaml', ({ site: { planned, notFound } }) => {
      planned.blocks[0].lead = 'Baking now.'
      notFound.blocks[0].heading = 'An empty basket'
    })
    expect(await buildAndListWritten()).toEqual(['/404.html', '/cakes/index.html'])
    await expectSameAsClean()
  })

  it('removes the page of a deleted entry, with its folder', async () => {
    await bakery.build()
    await editBakery('pages/more.yaml', ({ pages }) => void delete pages['/news/flour'])
    expect(await buildAndListWritten()).toEqual(['/sitemap.xml'])
    expect([...(await readOutputTree(out)).keys()]).not.toContain('/news/flour/index.html')
    expect(await readdir(join(out, 'news'))).toEqual(['index.html'])
  })

  it('removes the cache of a deleted site', async () => {
    const caches = join(root, 'node_modules/.cache/signpost')
    const listCaches = async (of: string) => {
      const names = (await readdir(caches)).filter((name) => name.startsWith('site-'))
      const found = await Promise.all(
        names.map(async (name) =>
          (await readFile(join(caches, name, 'site.txt'), 'utf8').catch(() => '')) === of
            ? [name]
            : [],
        ),
      )
      return found.flat()
    }
    const gone = join(work, 'gone')
    await cp(site, gone, { recursive: true })
    expect((await runInProcess('build', ['--site', gone, '--out', out])).code).toBe(0)
    expect(await listCaches(gone)).toHaveLength(1)
    await rm(gone, { recursive: true })
    expect((await buildWarm(join(work, 'another'))).code).toBe(0)
    expect(await listCaches(gone)).toEqual([])
    expect(await listCaches(site)).not.toEqual([])
  })

  it('restores files that were changed in the output', async () => {
    await bakery.build()
    await writeFile(join(out, 'news/index.html'), 'mine')
    await rm(join(out, 'robots.txt'))
    await writeFile(join(out, 'notes.txt'), 'mine too')
    const clean = await expectSameAsClean()
    await expectSameAsClean(clean)
  })
})

it('a build after any edits writes the same output as a clean build', async () => {
  const words = fc.constantFrom(
    'Fresh bread',
    'A ${dozen} rolls',
    '[News](/news)',
    '[Gone](/gone)',
    '**Bold**',
    '${nothing}',
  )
  const change = fc.oneof(
    fc.record({
      what: fc.constant('text' as const),
      route: fc.constantFrom('/news', '/news/flour', '/new'),
      words,
    }),
    fc.record({
      what: fc.constant('title' as const),
      route: fc.constantFrom('/news', '/news/flour'),
      words,
    }),
    fc.record({ what: fc.constant('fact' as const), value: fc.integer({ min: 1, max: 14 }) }),
    fc.record({
      what: fc.constant('row' as const),
      town: fc.constantFrom('Leeds', 'Hull', 'Goole'),
      open: fc.integer({ min: 6, max: 9 }),
    }),
    fc.record({
      what: fc.constant('delete' as const),
      route: fc.constantFrom('/news', '/news/flour', '/new'),
    }),
    fc.record({
      what: fc.constant('name' as const),
      name: fc.constantFrom('Mill Lane Bakery', 'The Bakery'),
    }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 }),
      async (steps) => {
        for (const step of steps) {
          for (const each of step) {
            if (each.what === 'fact')
              await editBakery('pages.yaml', ({ facts }) => void (facts.dozen.value = each.value))
            else if (each.what === 'name')
              await editBakery(
                'pages.yaml',
                ({ site: settings }) => void (settings.name = each.name),
              )
            else if (each.what === 'row')
              await editBakery(
                'pages.yaml',
                ({ sets }) =>
                  void (sets['/shops/{town}'].rows[0] = { town: each.town, open: each.open }),
              )
            else
              await editBakery('pages/more.yaml', ({ pages }) => {
                if (each.what === 'delete') delete pages[each.route]
                else if (each.what === 'title')
                  pages[each.route] = {
                    ...(pages[each.route] ?? createInfoPage('Again', 'Again.')),
                    title: `${each.words} today`,
                  }
                else
                  pages[each.route] = createInfoPage(
                    pages[each.route]?.title ?? `About ${each.route.slice(1)}`,
                    each.words,
                  )
              })
          }
          await expectSameAsClean(undefined, async () => buildInNewProcess())
        }
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 2), timeout: 100_000 },
  )
})

it('a killed build leaves a complete site, and the next build is correct', async () => {
  expect((await bakery.build()).code).toBe(0)
  for (const delay of [80, 200, 320]) {
    const before = listContents(await readOutputTree(out))
    await editBakery('pages.yaml', ({ site: settings }) => void (settings.name = `Bakery ${delay}`))
    const running = startNpmScript('build', ['--site', site, '--out', out])
    await setTimeout(delay)
    await killNpmScript(running)
    // If it was killed while it was publishing, the next command completes that.
    recoverOutput(out)
    const { tree } = await buildClean()
    expect([JSON.stringify(before), JSON.stringify(listContents(tree!))]).toContain(
      JSON.stringify(listContents(await readOutputTree(out))),
    )
    expect((await buildWarm()).code).toBe(0)
    expect(listContents(await readOutputTree(out))).toEqual(listContents(tree!))
  }
  expect((await readdir(work)).filter((name) => name.startsWith('.out'))).toEqual([])
})
