/** The studio with the session of the development server, without a browser. */
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { FeeTable } from '../../blocks/fee-table/fee-table.tsx'
import type { FeeTableBlock } from '../../schema/types.gen.ts'
import { setUnsavedSources } from '../../schema/source/text/source-bytes.ts'
import { DevSession } from '../../scripts/dev/dev-session.ts'
import { Draft } from '../../scripts/edit/draft/draft.ts'
import { VisitorChangesReporter } from '../../scripts/studio/describe/visitor-changes.ts'
import type { FileEdit } from '../../scripts/edit/yaml-operations.ts'
import { outlinePage } from '../../scripts/studio/describe/outline-page.ts'
import { quoteFact } from '../../scripts/studio/describe/quote-fact.ts'
import { Studio } from '../../scripts/studio/server/studio.ts'
import { changePage } from '../../scripts/edit/pages/change-page.ts'
import { editSource, fixProblem } from '../../scripts/edit/change-site.ts'
import { answerRow } from '../../scripts/studio/server/requests.ts'
import { addPicture } from '../../scripts/studio/pictures/save-picture.ts'
import { SiteChanges } from '../../scripts/watch/site-changes.ts'
import { createOwnCache } from '../helpers/own-cache.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'
import { rowFile, setFile, writeSet } from './set-site.ts'

/** Two pages that give different figures for one fact, which only the owner can settle. */
const question = `facts:
  guarantee:
    label: How long a tin is guaranteed
    unit: months
    readings: { flyer: { value: 12, source: A flyer }, shop: { value: 6, source: The shop } }
pages:
  /tins:
    kind: info
    title: Our tins
    description: A tin is guaranteed for \${guarantee.shop}.
    blocks: [{ type: hero, heading: Tins }]
  /gifts:
    kind: info
    title: Our gifts
    description: What to give.
    blocks:
      - type: hero
        heading: Gifts
        actions: [{ label: 'Guaranteed for \${guarantee.flyer}', href: /tins }]
`

let work: string
let session: DevSession
let draft: Draft
let studio: Studio

beforeAll(async () => {
  work = realpathSync(mkdtempSync(join(tmpdir(), 'signpost-studio-')))
  process.env.SIGNPOST_CACHE = createOwnCache(join(work, 'cache'))
  const dir = join(work, 'site')
  cpSync(join(root, 'tests/sites/bakery'), dir, { recursive: true })
  writeSet(dir)
  writeFileSync(join(dir, 'pages/guarantee.yaml'), question)
  writeFileSync(
    join(dir, 'addresses.gen.json'),
    '{\n  "/": [],\n  "/gifts": [],\n  "/tins": []\n}\n',
  )
  // A cached version does not have everything that the studio needs.
  const { code, stdout, stderr } = await runInProcess('build', ['--site', dir])
  expect(code, stdout + stderr).toBe(0)
  session = new DevSession(dir)
  draft = new Draft({
    dir,
    isSource: () => true,
    onChange(unsaved, paths) {
      setUnsavedSources(unsaved)
      session.readAgain(paths)
    },
  })
  studio = new Studio(session, draft, async () => () => [])
  await session.start()
})

afterAll(() => {
  setUnsavedSources(new Map())
  delete process.env.SIGNPOST_CACHE
  // The session still writes what it has checked.
  rmSync(work, { recursive: true, force: true, maxRetries: 5 })
})

it('planned pages are offered as links', () => {
  const href = '/cakes'
  expect(studio.listChoices().links.filter((link) => link.href === href)).toEqual([
    { href, label: 'Wedding cakes (planned, not written yet)' },
  ])
})

it('a block is shown that names a table which does not exist', async () => {
  const file = 'pages/guarantee.yaml'
  const valid = await draft.readText(file)
  const edit = (before: string, after: string) =>
    editSource(studio, { version: draft.version, file, before, after })
  const table = '      - { type: fee-table, heading: What it costs, rows: unheard-of }\n'
  await edit(valid, valid + table)
  const findTable = () =>
    session.findPage('/gifts')?.blocks.find(({ type }) => type === 'fee-table')
  await vi.waitFor(() => expect(findTable()).toBeDefined(), 60_000)
  expect(renderToStaticMarkup(FeeTable(findTable() as FeeTableBlock))).toContain('What it costs')
  await edit(valid + table, valid)
  await session.whenChecked()
})

it('what the site defines is offered where a text names it', async () => {
  await session.whenChecked()
  const { pages, locations } = studio.listChoices().names
  expect(pages).toContain('/gifts')
  expect(locations).toEqual([])
})

it('a new page can be opened once it is added, and its problems follow', async () => {
  const page = { route: '/rolls', kind: 'info', title: 'Our rolls' }
  await changePage(studio, draft.version, { action: 'new', ...page })
  expect((await outlinePage(studio, '/rolls')).page.path).toEqual(['pages', '/rolls'])
  // No visitor knows it.
  expect(ask('links', { route: '/rolls' })).toMatchObject({ isForgotten: true })
  await vi.waitFor(async () => {
    const { problems } = await studio.listProblems()
    expect(problems.map(({ message }) => message)).toContain('Nothing links to /rolls.')
  }, 60_000)
})

it('the commands in the report of problems name the site', async () => {
  const file = 'pages/guarantee.yaml'
  const valid = await draft.readText(file)
  const edit = (before: string, after: string) =>
    editSource(studio, { version: draft.version, file, before, after })
  const broken = valid.replace('What to give.', 'What to give for ${unheard-of}.')
  await edit(valid, broken)
  await vi.waitFor(
    () => expect(session.formatProblems('error')).toMatch(/run facts -- --site \S+\/site lists/),
    120_000,
  )
  await edit(broken, valid)
  await session.whenChecked()
})

it('the list of problems is incomplete until an edit is checked', async () => {
  await session.whenChecked()
  expect((await studio.listProblems()).isComplete).toBe(true)
  const file = 'pages/guarantee.yaml'
  const before = await draft.readText(file)
  const after = before.replace('What to give.', 'What to bring.')
  await editSource(studio, { version: draft.version, file, before, after })
  expect((await studio.listProblems()).isComplete).toBe(false)
  await session.whenChecked()
  expect((await studio.listProblems()).isComplete).toBe(true)
})

it('the numbers beside pages stay while pages are checked', async () => {
  await session.whenChecked()
  const { version, pages = [] } = await studio.listPages()
  expect(pages.some(({ warnings }) => warnings > 0)).toBe(true)
  const checking = { problems: [], isComplete: false }
  const stub = vi.spyOn(session, 'problems', 'get').mockReturnValue(checking)
  expect(await studio.listPages(version)).toEqual({ version })
  stub.mockRestore()
})

/** Waits until a problem is reported. */
const findProblem = (code: string) =>
  vi.waitFor(async () => {
    const { problems } = await studio.listProblems()
    const found = problems.find((problem) => problem.code === code)
    expect(found).toBeDefined()
    return found!
  }, 60_000)

/** Asks as the studio's page does. */
const ask = (name: string, query: object) => answerRow('GET', name, studio, query)

const changeSource = async (file: string, change: (text: string) => string) => {
  const before = await draft.readText(file)
  const { version } = draft
  await editSource(studio, { version, file, before, after: change(before) })
  await session.whenShown()
}

it('questions for the owner are among the problems, and the studio shows what an answer would change', async () => {
  const problem = await findProblem('UNSETTLED_PROMISE')
  expect(problem.fix).not.toContain('settled:')
  const fact = problem.contradiction!
  expect(fact.path).toEqual(['facts', 'guarantee'])
  const operations: FileEdit[] = [
    { kind: 'set', file: fact.file, path: [...fact.path, 'settled'], value: 'shop' },
  ]
  const { version } = draft
  const reporter = new VisitorChangesReporter(draft)
  const mistake: FileEdit[] = [{ kind: 'set', file: 'pages.yaml', path: ['site'], value: 'A shop' }]
  // One that cannot be compared does not keep the next one from being compared.
  expect(await reporter.try(mistake)).toMatchObject({ reason: expect.any(String) })
  expect((await quoteFact(studio, 'guarantee')).shop).toMatchObject({
    sentence: expect.stringContaining('6 months'),
  })
  expect(await reporter.try(operations)).toMatchObject({
    summary: '1 page changed; 1 fact changed.',
    sections: [
      {
        lines: [
          {
            text: expect.stringContaining('6 months instead of 12 months, on 1 page'),
            pages: ['/gifts'],
          },
        ],
      },
    ],
  })
  const renamed: FileEdit[] = [
    { kind: 'set', file: 'pages.yaml', path: ['site', 'name'], value: 'Mill Lane Bread' },
  ]
  expect(JSON.stringify(await reporter.try(renamed))).toMatch(
    /Mill Lane Bread, only in what search engines read of \d+ pages/,
  )
  // Facts with one label are one change, and counted so.
  const setFact = (name: string, key: string, value: string | number) => ({
    kind: 'set' as const,
    file: 'pages/facts.yaml',
    path: ['facts', name, key],
    value,
  })
  const twins = [
    setFact('roll', 'label', 'A loaf'),
    setFact('roll', 'value', 2),
    setFact('loaf', 'value', 5),
  ]
  expect(await reporter.try(twins)).toMatchObject({
    summary: expect.stringContaining('1 fact changed'),
  })
  // It was only tried.
  expect(draft.version).toBe(version)
  await draft.edit({ version, operations })
  await session.whenShown()
  expect(studio.listFacts().find(({ name }) => name === 'guarantee')).toMatchObject({
    used: 'shop',
    hasConflict: false,
  })
  await draft.undo()
  await session.whenShown()
})

it('each reading of a fact lists the pages that print it, and not those of another', async () => {
  await vi.waitFor(() => {
    const fact = studio.listFacts().find(({ name }) => name === 'guarantee')!
    expect(fact.readings.map(({ name, pages }) => [name, pages])).toEqual([
      ['flyer', ['/gifts']],
      ['shop', ['/tins']],
    ])
    expect(fact.pages).toEqual(['/gifts', '/tins'])
  }, 60_000)
  await changeSource('pages/guarantee.yaml', (text) => text.replace('value: 6,', 'value: 9,'))
  const { readings } = studio.listFacts().find(({ name }) => name === 'guarantee')!
  expect(readings.map(({ saved }) => saved)).toEqual([undefined, 6])
  await draft.undo()
  await session.whenShown()
})

it('an ad whose hero is not on top says what is above it, and moves it up', async () => {
  await changePage(studio, draft.version, { action: 'new', route: '/ad', kind: 'ppc' })
  const addAbove = (block: string) =>
    changeSource('pages/shop.yaml', (text) =>
      text.replace(/(\/ad:[\s\S]*?blocks:\n)/, `$1      - ${block}\n`),
    )
  await addAbove('{ type: prose, body: First of all. }')
  const problem = await findProblem('PPC_WITHOUT_CALL_BUTTON')
  expect(problem).toMatchObject({
    message: '/ad must start with its hero, but a block of type prose is above it.',
    cures: ['Move the hero up'],
  })
  await fixProblem(studio, draft.version, { ...problem, cure: 'Move the hero up' })
  await session.whenShown()
  expect(session.findPage('/ad')?.blocks.map(({ type }) => type)).toEqual(['hero', 'prose'])
  // Breadcrumbs lead away from the ad, wherever they are.
  await addAbove('type: breadcrumbs')
  expect(await findProblem('PPC_WITHOUT_CALL_BUTTON')).not.toHaveProperty('cures')
  await draft.revert()
  await session.whenShown()
})

it('a text is found in rows, and a cell of which an address is made is a name', async () => {
  const find = async (text: string) => (await studio.findTexts({ text })).texts
  const [lead, town] = ['lead', 'town'].map((name) => ({ file: rowFile, path: [1, name] }))
  expect(await find('by the bridge')).toEqual([{ address: lead, text: 'By the bridge.' }])
  expect(await find('ilkley')).toEqual([
    { address: town, text: 'Ilkley', isName: true, isInRoute: true },
  ])
})

it('each picture lists where it is used', async () => {
  await changeSource('pages/guarantee.yaml', (text) =>
    text.replace(
      'blocks: [{ type: hero, heading: Tins }]',
      'blocks: [{ type: hero, heading: Tins, picture: { src: /tin.svg, alt: A tin } }]',
    ),
  )
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
  for (const name of ['/tin.svg', '/lid.svg']) await addPicture(studio, name, Buffer.from(svg))
  const media = await studio.listMedia()
  expect(media.map(({ file, uses }) => [file, uses.map(({ route }) => route)])).toEqual([
    ['/lid.svg', []],
    // In the settings, which belong to no page.
    ['/mark.svg', [undefined]],
    ['/tin.svg', ['/tins']],
  ])
  await draft.undo()
  await session.whenShown()
})

it('a picture that two blocks show in other sizes has the copies of both', async () => {
  const [width, height, background] = [2400, 1600, 'teal']
  const photo = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  await addPicture(studio, '/shop.jpg', photo)
  const picture = '{ src: /shop.jpg, alt: The shop }'
  await changeSource('pages/guarantee.yaml', (text) =>
    text.replace(
      'blocks: [{ type: hero, heading: Tins }]',
      `blocks: [{ type: hero, heading: Tins }, { type: picture, picture: ${picture} }, { type: video, film: /tins.mp4, title: Tins, poster: /shop.jpg }]`,
    ),
  )
  await session.whenShown()
  const snapshot = session.snapshot!
  const text = JSON.stringify(snapshot.findPage('/tins'))
  const copies = [...text.matchAll(/"copies":{"base":"([^"]+)","widths":\[([\d,]+)\]/g)]
  const files = copies.flatMap(([, base, widths]) =>
    widths!.split(',').map((width) => `${base}-${width}.webp`),
  )
  expect(new Set(copies.map(([, , widths]) => widths)).size).toBe(2)
  expect(files.filter((file) => !snapshot.findDerivedFile(file))).toEqual([])
  await draft.undo()
  await session.whenShown()
})

it('the address that a page had before leads to it', async () => {
  await changePage(studio, draft.version, { action: 'rename', from: '/tins', to: '/cans' })
  expect(await outlinePage(studio, '/tins')).toMatchObject({ route: '/cans' })
  await draft.undo()
  await session.whenShown()
})

it('a deleted page leaves no link and no address behind that leads nowhere', async () => {
  expect(ask('links', { route: '/tins' })).toEqual({
    pages: ['/gifts'],
    isShared: false,
    isForgotten: false,
  })
  await expect(
    changePage(studio, draft.version, { action: 'delete', route: '/tins' }),
  ).rejects.toThrow('Other pages link to /tins.')
  const step = { action: 'delete', route: '/tins', redirectTo: '/bread' } as const
  await changePage(studio, draft.version, step)
  expect(JSON.stringify(session.findPage('/gifts')?.blocks)).toContain('"href":"/bread"')
  expect(ask('redirects', {})).toContainEqual(
    expect.objectContaining({ from: '/tins', to: '/bread' }),
  )
  await changePage(studio, draft.version, { action: 'delete', route: '/gifts' })
  expect(await draft.readText('addresses.gen.json')).toContain('"/gifts": "gone"')
  await vi.waitFor(async () => {
    const { problems, isComplete } = await studio.listProblems()
    expect(isComplete).toBe(true)
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  }, 60_000)
  await draft.revert()
  await session.whenShown()
})

it('a page of a set says where its values are written, and how many pages each changes', async () => {
  const { set, page } = await outlinePage(studio, '/rounds/ilkley')
  expect(page).toEqual({ file: setFile, path: ['sets', '/rounds/{town}', 'page'] })
  expect(set).toMatchObject({ route: '/rounds/{town}', pages: 2, overrides: 0 })
  const path = ['sets', '/rounds/{town}', 'overrides', '/rounds/ilkley']
  expect(set!.override).toEqual({ file: setFile, path })
  expect(set!.cells).toContainEqual({
    column: 'day',
    value: 'Tuesday',
    file: rowFile,
    line: 4,
    pages: 1,
    table: { file: rowFile, path: [] },
    address: { file: rowFile, path: [1, 'day'] },
  })
  // A code such as a zip code keeps its zeros.
  await changeSource(rowFile, (text) => text.replace('Tuesday', '01001'))
  const { set: coded } = await outlinePage(studio, '/rounds/ilkley')
  expect(coded!.cells.find(({ column }) => column === 'day')?.value).toBe('01001')
  await draft.undo()
  await session.whenShown()
  // Another town would be another address.
  const town = set!.cells.find(({ column }) => column === 'town')
  expect([town?.isInRoute, town?.address]).toEqual([true, undefined])
  const operations = [
    { kind: 'set' as const, file: rowFile, path: [1, 'day'], value: 'Sunday' },
    {
      kind: 'set' as const,
      file: setFile,
      path: path.slice(0, -1),
      value: { '/rounds/ilkley': { titel: 'x', blocks: { top: { heading: 'Here' } } } },
    },
  ]
  const { undo } = await draft.edit({ version: draft.version, operations: [operations[0]!] })
  expect(undo).toBe('Change day of "Ilkley"')
  await session.whenShown()
  expect(JSON.stringify(session.findPage('/rounds/ilkley'))).toContain('on Sunday')
  await draft.edit({ version: draft.version, operations: [operations[1]!] })
  await session.whenShown()
  const outline = await outlinePage(studio, '/rounds/ilkley')
  const other = await outlinePage(studio, '/rounds/otley')
  // The preview says that it does not show the mistake yet.
  expect([outline.isOutdated, other.isOutdated]).toEqual([true, true])
  await draft.undo()
  await session.whenShown()
  expect((await outlinePage(studio, '/rounds/ilkley')).isOutdated).toBeUndefined()
  // A fact of the row can be cited like one of the ledger.
  const facts = { stop: { label: 'How long we stay', unit: 'minutes', value: 20 } }
  const add = {
    kind: 'set' as const,
    file: setFile,
    path: [...path.slice(0, 2), 'facts'],
    value: facts,
  }
  await draft.edit({ version: draft.version, operations: [add] })
  await session.whenShown()
  const [fact] = (await outlinePage(studio, '/rounds/ilkley')).set!.facts
  expect(fact).toMatchObject({ name: 'stop', text: '20 minutes' })
  expect(fact!.address).toEqual({ file: setFile, path: [...add.path, 'stop'] })
})

it('every page is outdated while a mistake in the settings keeps the newest version away', async () => {
  await draft.revert()
  await session.whenShown()
  await changeSource('pages.yaml', (text) =>
    text.replace(/phone: .*/, 'phone: { number: call me }'),
  )
  await session.whenShown()
  expect((await outlinePage(studio, '/gifts')).isOutdated).toBe(true)
  await draft.undo()
  await session.whenShown()
  expect((await outlinePage(studio, '/gifts')).isOutdated).toBeUndefined()
})

it('a sum that is wrong becomes what its parts add up to', async () => {
  await draft.revert()
  await session.whenShown()
  const sum = '  both: { label: Both, unit: GBP, value: 9, sumOf: [loaf, roll] }\n'
  await changeSource('pages/facts.yaml', (text) => text.replace('facts:\n', `$&${sum}`))
  const problem = await findProblem('WRONG_SUM')
  expect(problem.cures).toEqual(['Print what its parts add up to'])
  await fixProblem(studio, draft.version, { ...problem, cure: problem.cures![0]! })
  expect(await draft.readText('pages/facts.yaml')).toContain('settled: computed')
  await session.whenChecked()
  expect((await studio.listProblems()).problems.map(({ code }) => code)).not.toContain('WRONG_SUM')
})

it('an article gets a page that lists it, and reviews a table', async () => {
  await draft.revert()
  await session.whenShown()
  const codes = async () => (await studio.listProblems()).problems.map(({ code }) => code)
  const article =
    '\n  /notes/rye: { kind: article, title: Rye, description: On rye., article: { published: 2026-01-05, category: News }, blocks: [{ type: breadcrumbs }, { type: article-header, heading: Rye }] }\n'
  await changeSource('pages/guarantee.yaml', (text) => text.trimEnd() + article)
  const unlisted = await findProblem('UNLISTED_ARTICLE')
  expect(unlisted.cures).toEqual(['Add the page /notes with a list of them'])
  await fixProblem(studio, draft.version, { ...unlisted, cure: unlisted.cures![0]! })
  await session.whenChecked()
  expect(await codes()).not.toContain('UNLISTED_ARTICLE')
  expect(session.snapshot?.findPage('/notes')?.blocks.map(({ type }) => type)).toContain('posts')

  await changeSource('pages.yaml', (text) =>
    text.replace(/^site:\n/m, '$&  reviews: data/reviews.csv\n'),
  )
  const missing = await findProblem('ROWS_NOT_FOUND')
  await fixProblem(studio, draft.version, { ...missing, cure: 'Begin the table' })
  await session.whenChecked()
  expect(await codes()).not.toContain('ROWS_NOT_FOUND')
  expect(await draft.readText('data/reviews.csv')).toMatch(/^text,author,/)
  await draft.save(draft.version)
  expect(readFileSync(join(draft.dir, 'data/reviews.csv'), 'utf8')).toMatch(/^text,author,/)
})

it('a broken link is led to what was probably meant, or its page is planned', async () => {
  await draft.revert()
  await session.whenShown()
  const fix = async (from: string, to: string, cure: string) => {
    await changeSource('pages/guarantee.yaml', (text) => text.replace(from, to))
    const problem = await findProblem('BROKEN_LINK')
    expect(problem.cures).toEqual([cure])
    await fixProblem(studio, draft.version, { ...problem, cure })
  }
  await fix('href: /tins', 'href: /tinz', 'Lead it to /tins')
  expect(await draft.readText('pages/guarantee.yaml')).toContain('href: /tins }')
  await fix('href: /tins', 'href: /chocolate', 'Plan a page at /chocolate')
  expect(await draft.readText('pages.yaml')).toContain('/chocolate: Chocolate')
  await session.whenShown()
})

it('saving records the dates of the pages that have changed', async () => {
  const path = join(draft.dir, 'dates.gen.json')
  writeFileSync(path, '{ "/bread": { "hash": "another", "date": "2020-01-01" } }\n')
  session.readAgain([path])
  await session.whenChecked()
  const isUndated = ({ problems }: Awaited<ReturnType<Studio['listProblems']>>) =>
    problems.some(({ code }) => code === 'UNDATED_CHANGE')
  expect(draft.state.files).not.toEqual([])
  expect(isUndated(await studio.listProblems())).toBe(false)
  const saved = await draft.save(draft.version, await studio.planDates())
  expect(saved).not.toContain('dates.gen.json')
  const today = new Date().toISOString().slice(0, 10)
  expect(JSON.parse(readFileSync(path, 'utf8'))['/bread'].date).toBe(today)
  session.readAgain([path])
  await session.whenChecked()
  expect(isUndated(await studio.listProblems())).toBe(false)
  // Without unsaved edits, it takes a button.
  writeFileSync(path, '{ "/bread": { "hash": "another", "date": "2020-01-01" } }\n')
  session.readAgain([path])
  await session.whenChecked()
  expect(isUndated(await studio.listProblems())).toBe(true)
})

it('files that are new, cut short for a moment, unreadable, gone or back are followed', async () => {
  const dir = join(work, 'site')
  const file = join(dir, 'pages/pies.yaml')
  const write = (title: string) =>
    writeFileSync(
      file,
      `pages:\n  /pies: { kind: info, title: ${title}, description: All of them., blocks: [{ type: hero, heading: Pies }] }\n`,
    )
  const readTitle = () => session.snapshot?.findPage('/pies')?.head.title
  const until = (hold: () => void) => vi.waitFor(hold, 60_000)
  write('Our pies')
  await until(() => expect(readTitle()).toBe('Our pies'))
  // Editors offer it as the target of a link.
  await until(() =>
    expect(readFileSync(join(dir, '.signpost/editor.json'), 'utf8')).toContain('"/pies"'),
  )
  // Some editors save in two steps. Nothing else in this process comes between them.
  writeFileSync(file, '')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  write('Hot pies')
  await until(() => expect(readTitle()).toBe('Hot pies'))
  writeFileSync(file, 'pages: [')
  await until(() => expect(session.formatProblems('error')).toContain('pages/pies.yaml'))
  expect(readTitle()).toBe('Hot pies')
  rmSync(file)
  await until(() => expect(readTitle()).toBeUndefined())
  renameSync(join(dir, 'pages.yaml'), join(work, 'away.yaml'))
  await until(() =>
    expect(session.formatProblems('error')).toContain('The file pages.yaml does not exist.'),
  )
  renameSync(join(work, 'away.yaml'), join(dir, 'pages.yaml'))
  await until(() => expect(session.formatProblems('error')).toBe(''))
})

it('files of public/ are published, but no hidden ones', async () => {
  const folder = join(work, 'site/public')
  writeFileSync(join(folder, '.htaccess'), 'Deny from all')
  writeFileSync(join(folder, 'new.txt'), 'new')
  await vi.waitFor(() => expect(session.snapshot?.isPublished('/new.txt')).toBe(true), 60_000)
  expect(session.snapshot?.isPublished('/opening.txt')).toBe(true)
  expect(session.snapshot?.isPublished('/.htaccess')).toBe(false)
})

it('what is saved while the site is read at the start is noticed', async () => {
  const order: string[] = []
  const { watch, attempt } = SiteChanges.prototype
  vi.spyOn(SiteChanges.prototype, 'watch').mockImplementation(async function (
    this: SiteChanges,
    ...args
  ) {
    const watcher = await watch.apply(this, args)
    order.push('watched')
    return watcher
  })
  vi.spyOn(SiteChanges.prototype, 'attempt').mockImplementation(function (
    this: SiteChanges,
    ...args
  ) {
    order.push('read')
    return attempt.apply(this, args)
  })
  const second = new DevSession(join(work, 'site'))
  second.startReading()
  await second.start()
  second.close()
  expect(order.slice(0, 2)).toEqual(['watched', 'read'])
})
