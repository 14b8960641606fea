/** What a shard reads of a file whose pages others make: the same as of a file that is read whole, in a fraction of the time. */
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { globSync } from 'tinyglobby'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  makePages,
  type PageMaker,
  type RenderJob,
} from '../../scripts/prerender/make/make-pages.ts'
import { readShardSources } from '../../scripts/prerender/read/read-outlines.ts'
import { toLoadedSource, createCachedReader } from '../../scripts/prerender/read/read-sources.ts'
import { schemaFile } from '../../scripts/prerender/session/workspace.ts'
import { createWorkerPool } from '../../scripts/prerender/workers/worker-pool.ts'
import { fastScanPageEntries, fastScanOutline } from '../../schema/fast/fast-outline.ts'
import { parseFile } from '../../schema/source/parse-file.ts'
import type { Path } from '../../schema/problems/problem.ts'
import {
  addPageHashes,
  shortHash,
  parsePageEntries,
  parsePageEntry,
  readSourceOutline,
  readSourceSummary,
  readUnvalidatedSource,
  createLazySource,
  type SourceSummary,
} from '../../schema/source/source-summary.ts'
import type { Validator } from '../../schema/validate/validate-file.ts'
import { root } from '../helpers/run-npm-script.ts'

/** What keeps new content from being kept under what was known of the old. */
describe('a file that is changed while the site is read', () => {
  let work: string
  beforeAll(async () => void (work = await mkdtemp(join(tmpdir(), 'signpost-outline-'))))
  afterAll(() => rm(work, { recursive: true }))
  const lay = async () => {
    const path = join(work, 'x.yaml')
    await writeFile(path, 'pages:\n  /a:\n    title: A\n')
    return path
  }
  const refusal = 'x.yaml was changed while the site was being read. Run the command again.'

  it.each([undefined, '1 2 3 4 5'])(
    'is not made into pages, whatever its state was (%s)',
    async (state) => {
      const order: RenderJob = {
        path: await lay(),
        file: 'x.yaml',
        hash: 'other',
        state,
        pages: [],
      }
      expect(() => makePages(order, {} as PageMaker)).toThrow(refusal)
    },
  )

  it('is no file of a shard', async () => {
    const path = await lay()
    const source = toLoadedSource({
      ...readSourceOutline(path, 'x.yaml', await readFile(path), []).summary,
    })
    const read = async () => ({ ...source, summary: { ...source.summary, hash: 'other' } })
    await expect(readShardSources([source, source], new Set(['/a']), read)).rejects.toThrow(refusal)
  })

  it('is read and hashed again, though its outline is known', async () => {
    const path = await lay()
    const bytes = await readFile(path)
    const outline = {
      ...toLoadedSource({ ...readSourceOutline(path, 'x.yaml', bytes, []).summary, hash: 'other' }),
      state: '1 2 3 4 5',
    }
    const pool = createWorkerPool()
    const found = await createCachedReader(
      { cache: { readSource: async () => undefined }, pool, schemaFile },
      [],
    )(path, 'x.yaml', outline)
    expect('summary' in found && found.summary.hash).toBe(shortHash(bytes))
  })
})

const acceptAll = Object.assign(() => [], { definition: () => [] }) as Validator
const pictures = ['/shop.png', '/ann.jpg']
const readWholeFile = (text: string | Buffer) =>
  readSourceSummary('/x.yaml', 'x.yaml', Buffer.from(text), acceptAll, pictures)
const readFileOutline = (text: string | Buffer) =>
  readSourceOutline('/x.yaml', 'x.yaml', Buffer.from(text), pictures)

/** Of a file in which nothing is wrong, an outline says the same, but for its pages. */
function expectSameAsWholeFile(text: string | Buffer, name = ''): void {
  const { problems, pages: _, ...all } = readWholeFile(text)
  if (problems.length > 0) return
  const { pages, problems: found, ...rest } = readFileOutline(text).summary
  expect(rest, name).toEqual(all)
  // The order of pages is that of the site.
  expect(JSON.stringify(rest.value), name).toBe(JSON.stringify(all.value))
  expect([pages, found]).toEqual([[], []])
  expectSameEntries(text, name)
}

const readFileUnchecked = (text: string | Buffer) =>
  readUnvalidatedSource('/x.yaml', 'x.yaml', Buffer.from(text), pictures)

/** Where a file is read unchecked, its pages are kept under the same hashes; where entries may depend on one another, under the same routes. */
function expectSameEntries(text: string | Buffer, name: string): void {
  const found = readFileUnchecked(text)
  expect(addPageHashes(readFileOutline(text), Buffer.from(text)), name).toEqual(found)
  if (!found) return
  const { summary, entryOffsets } = found
  const isCommon = parseFile('x.yaml', Buffer.from(text)).entryBytes !== undefined
  const toRoutes = ({ pages, ...rest }: SourceSummary) => ({
    ...rest,
    pages: pages.map(([route, hash]) => (isCommon ? [route, hash] : route)),
  })
  expect(toRoutes(summary), name).toEqual(toRoutes(readWholeFile(text)))
  const { pages } = parseFile('x.yaml', Buffer.from(text)).value as {
    pages: Record<string, unknown>
  }
  for (const [route, bytes] of fastScanPageEntries(Buffer.from(text))!) {
    const alone = parsePageEntry('x.yaml', bytes)
    // Where entries may depend on one another, one alone may be no entry.
    if (isCommon || alone) expect(alone, name).toEqual({ pages: { [route]: pages[route] } })
  }
  // Any that stand one behind the other.
  const routes = Object.keys(pages)
  for (let from = 0; from < routes.length; from++) {
    for (let to = from + 1; to <= routes.length; to++) {
      const some = parsePageEntries(
        'x.yaml',
        Buffer.from(text),
        entryOffsets[from]!,
        entryOffsets[to]!,
      )?.value
      if (isCommon || some)
        expect(some, name).toEqual({
          pages: Object.fromEntries(routes.slice(from, to).map((route) => [route, pages[route]])),
        })
    }
  }
}

const sample = `site: { name: Bakery }
pages:
  # The first one.
  /bread:
    kind: info
    title: "Bread \\"& more\\""
    description: "Warm: # and more"
    service:
      name: 'It''s bread'
      notes: |
        title: none
    blocks:
      - type: hero
        heading: Bread
# A remark at the margin.
        lead: |
          blocks:
            none: of these
      - type: prose

        body: >-
          Long
          text.
    label: Bread
  /news:
    kind: info
    blocks:
    - type: hero
    - { type: prose, body: '/shop.png' }
    title: News
facts:
  dozen: { label: A dozen, unit: count, value: 12 }
`

describe('an outline', () => {
  it('leaves out blocks, and takes what stands around them', () => {
    expect(fastScanOutline(Buffer.from(sample))?.value).toEqual({
      site: { name: 'Bakery' },
      pages: {
        '/bread': { kind: 'info', title: 'Bread "& more"', blocks: [], label: 'Bread' },
        '/news': { kind: 'info', blocks: [], title: 'News' },
      },
      facts: { dozen: { label: 'A dozen', unit: 'count', value: 12 } },
    })
    expectSameAsWholeFile(sample)
  })

  const others: [what: string, text: string][] = [
    [
      'articles',
      'pages:\n  /a:\n    blocks:\n      - { type: prose, body: Words }\n    kind: article\n',
    ],
    [
      'lists of articles',
      'pages:\n  /a:\n    kind: info\n    blocks:\n      - type: posts\n      - type: hero\n',
    ],
    [
      'names in escapes',
      'pages:\n  /a:\n    kind: info\n    blocks:\n      - type: "p\\u006fsts"\n',
    ],
    [
      'names cut by a break',
      'pages:\n  /a:\n    kind: info\n    blocks:\n      - type: "po\\\n          sts"\n',
    ],
    [
      'a page that is a text with a colon',
      'pages:\n  /a:\n    words:more\n  /b:\n    description: Words\n',
    ],
    [
      'values over several lines',
      'pages:\n  /a:\n    description: "One\n      two"\n    service:\n      name: One\n    lead: >-\n      Words\n\n      title: none\n    title: A\n',
    ],
    ['blocks in a text', 'pages:\n  /a: |\n    blocks:\n      - type: hero\n'],
    [
      'blocks in a description',
      'pages:\n  /a:\n    description: >-\n      one\n\n      blocks:\n        two\n    blocks:\n      - type: hero\n',
    ],
    [
      'blocks elsewhere',
      'site:\n  notFound:\n    blocks:\n      - type: hero\nsets:\n  /{a}:\n    page:\n      blocks:\n        - type: hero\n',
    ],
    [
      'blocks on one line',
      'pages:\n  /a:\n    blocks: [{ type: hero }]\n  /b:\n    blocks:\n      - type: hero',
    ],
    ['no blocks', 'pages:\n  /a:\n    blocks:\n  /b:\n    title: B\n'],
    [
      'an anchor',
      'pages:\n  /a:\n    blocks:\n      - type: hero\n        heading: &name Text\n  /b:\n    title: *name\n',
    ],
    [
      'an anchor for blocks',
      'pages:\n  /a:\n    blocks: &all\n      - type: hero\n  /b:\n    blocks: *all\n',
    ],
    [
      'line breaks of Windows',
      'pages:\r\n  /a:\r\n    title: A\r\n    blocks:\r\n      - type: hero\r\n',
    ],
    ['pages in a list', 'pages:\n  - /a\n  - blocks:\n      - type: hero\n'],
    ['nothing', ''],
    [
      'a text with the mark',
      'pages:\n  /a:\n    blocks: \u00a6\n  /b:\n    blocks:\n      - type: hero\n',
    ],
  ]
  it.each(others)('is right about %s', (_, text) => {
    expect(
      readWholeFile(text)
        .problems.map(({ code }) => code)
        .filter((code) => code !== 'EMPTY_FILE'),
    ).toEqual([])
    expectSameAsWholeFile(text)
  })

  it.each(['', 'null\n', '- a\n', 'pages: [\n', 'pages:\n\t/a: {}\n'])(
    'has no pages to add where there are none: %j',
    (text) => {
      expect(addPageHashes(readFileOutline(text), Buffer.from(text))).toBeUndefined()
    },
  )

  it('is that of every file of every site here', () => {
    const files = globSync(
      ['pages.yaml', 'pages/*.yaml', 'tests/{base-site,sites,cases}/**/*.yaml'],
      { cwd: root },
    )
    expect(files.length).toBeGreaterThan(80)
    for (const file of files) expectSameAsWholeFile(readFileSync(join(root, file)), file)
    // Most are read without their blocks, and it is not the slow way that is compared with itself.
    expect(
      files.filter((file) => fastScanOutline(readFileSync(join(root, file))) !== undefined).length,
    ).toBeGreaterThan(files.length / 2)
    expect(
      files.filter((file) => readFileUnchecked(readFileSync(join(root, file)))).length,
    ).toBeGreaterThan(files.length / 4)
  })

  it('is right after any edit that leaves the file readable', () => {
    const piece = fc.constantFrom(
      '\n',
      'description: ',
      '    lead:',
      'a:b',
      '\n    words',
      '\r\n',
      '\r',
      ' ',
      '  ',
      '    ',
      '- ',
      'blocks:',
      'blocks:\n',
      'pages:\n',
      '"',
      "'",
      '#',
      ' # ',
      '|',
      '\n      ',
      '\n    ',
      '\n  /new:\n',
      'kind: article\n',
      'posts',
      '{',
      '}',
      '[',
      ']',
      ':',
      '&a ',
      '*a',
    )
    const edit = fc.record({ at: fc.nat(sample.length), drop: fc.nat(12), piece })
    let compared = 0
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        const text = edits.reduce(
          (all, { at, drop, piece: added }) => all.slice(0, at) + added + all.slice(at + drop),
          sample,
        )
        if (readWholeFile(text).problems.length === 0 && readFileUnchecked(text)) compared++
        expectSameAsWholeFile(text)
      }),
      { numRuns: Number(process.env.RUNS ?? 300) },
    )
    expect(compared).toBeGreaterThan(15)
  })
})

describe('a place in a file on the disk', () => {
  let work: string
  beforeAll(async () => void (work = await mkdtemp(join(tmpdir(), 'signpost-places-'))))
  afterAll(() => rm(work, { recursive: true }))

  function* listPaths(value: unknown, path: Path = []): Generator<Path> {
    yield path
    if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value))
        yield* listPaths(part, [...path, Array.isArray(value) ? Number(key) : key])
  }

  /** Of a page that is the first to be asked for, and of one after others. */
  function expectSamePlaces(path: string, every = 1): void {
    const all = parseFile('x.yaml', readFileSync(path))
    const onDisk = createLazySource(path, 'x.yaml')
    const another = createLazySource(join(root, 'pages.yaml'), 'pages.yaml')
    for (const isFirst of [true, false]) {
      for (const [index, place] of [...listPaths(all.value)].entries()) {
        if (index % every !== 0) continue
        if (isFirst) another.locate(['site'])
        for (const part of ['key', 'value'] as const)
          expect(onDisk.locate(place, part), place.join(' ')).toEqual(all.locate(place, part))
      }
    }
  }

  it('is the same in every file of this repository', () => {
    for (const file of globSync('{pages,tests/cases}/**/*.yaml', { cwd: root, absolute: true }))
      if (parseFile('x.yaml', readFileSync(file)).problems.length === 0) expectSamePlaces(file, 7)
  })

  it.each([
    [
      '# Remark\n\npages:\n  # Of A\n  /a:\n    title: "A – 1"\n    blocks:\n    - type: faq # here\n      items:\n      - {question: Why – so?, answer: |\n\n          Two\n          lines}\n\n  # Of B\n  /b:\n    title: B\n',
      'remarks, flow and wide signs',
    ],
    [
      'site:\n  name: X\npages:\n     /a:\n       title: &name A\n     /b:\n       title: *name\n',
      'pages that depend on others',
    ],
    [
      'pages:\n\n  "/a b":\n    title: >\n      A\n\n      B\n  /b: {title: B, blocks: []}\nfacts:\n  one: {value: 1}\n',
      'quoted routes, and sections behind pages',
    ],
    ['pages:\r\n  /a:\r\n    title: A\r\n', 'breaks of two signs'],
  ])('is the same with %s', async (text) => {
    const path = join(work, 'x.yaml')
    await writeFile(path, text)
    expectSamePlaces(path)
  })
})
