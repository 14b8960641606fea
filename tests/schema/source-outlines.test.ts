/**
 * A shard reads only an outline of a file whose pages belong to other shards. The outline must
 * equal what is read from the whole file.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { globSync } from 'tinyglobby'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePages, type PageMaker } from '../../scripts/prerender/make/make-pages.ts'
import type { RenderJob } from '../../scripts/prerender/make/page-types.ts'
import { readShardSources } from '../../scripts/prerender/read/read-outlines.ts'
import { toLoadedSource, createCachedReader } from '../../scripts/prerender/read/read-sources.ts'
import { createWorkerPool } from '../../scripts/prerender/workers/worker-pool.ts'
import { fastScanOutline } from '../../schema/fast/fast-outline.ts'
import { parseFile } from '../../schema/source/parse-file.ts'
import { addPageHashes, readSourceOutline } from '../../schema/source/source-outline.ts'
import { shortHash } from '../../schema/util/short-hash.ts'
import { createLazySource } from '../../schema/source/lazy-source.ts'
import { root } from '../helpers/run-npm-script.ts'
import type { Path } from '../../schema/source/position-types.ts'

/** New content must not be cached under the hash of the old content. */
describe('a file that is changed while the site is read', () => {
  let work: string
  beforeAll(async () => void (work = await mkdtemp(join(tmpdir(), 'signpost-outline-'))))
  afterAll(() => rm(work, { recursive: true }))
  const createFile = async () => {
    const path = join(work, 'x.yaml')
    await writeFile(path, 'pages:\n  /a:\n    title: A\n')
    return path
  }
  const refusal = 'x.yaml was changed while the site was being read. Run the command again.'

  it.each([undefined, '1 2 3 4 5'])(
    'is not made into pages, whatever its state was (%s)',
    async (state) => {
      const job: RenderJob = {
        path: await createFile(),
        file: 'x.yaml',
        hash: 'other',
        state,
        pages: [],
      }
      expect(() => makePages(job, {} as PageMaker)).toThrow(refusal)
    },
  )

  it('is rejected in a shard', async () => {
    const path = await createFile()
    const source = toLoadedSource({
      ...readSourceOutline(path, 'x.yaml', await readFile(path), []).summary,
    })
    const read = async () => ({ ...source, summary: { ...source.summary, hash: 'other' } })
    await expect(readShardSources([source, source], new Set(['/a']), read)).rejects.toThrow(refusal)
  })

  it('is read and hashed again, though its outline is known', async () => {
    const path = await createFile()
    const bytes = await readFile(path)
    const outline = {
      ...toLoadedSource({ ...readSourceOutline(path, 'x.yaml', bytes, []).summary, hash: 'other' }),
      state: '1 2 3 4 5',
    }
    const pool = createWorkerPool()
    const found = await createCachedReader(
      { site: dirname(path), cache: { readSource: async () => undefined }, pool },
      [],
    )(path, 'x.yaml', outline)
    expect('summary' in found && found.summary.hash).toBe(shortHash(bytes))
  })
})

describe('a scanned outline', () => {
  const readFileOutline = (text: string) =>
    readSourceOutline('/x.yaml', 'x.yaml', Buffer.from(text), [])

  it('omits blocks, and keeps what is around them', () => {
    const text = `site: { name: Bakery }
pages:
  # The first one.
  /bread:
    kind: info
    title: "Bread \\"& more\\""
    blocks:
      - type: hero
        heading: Bread
# A comment at the margin.
        lead: |
          blocks:
            none: of these
    label: Bread
`
    expect(fastScanOutline(Buffer.from(text))?.value).toEqual({
      site: { name: 'Bakery' },
      pages: { '/bread': { kind: 'info', title: 'Bread "& more"', blocks: [], label: 'Bread' } },
    })
  })

  it.each(['', 'null\n', '- a\n', 'pages: [\n', 'pages:\n\t/a: {}\n'])(
    'has no pages to add where there are none: %j',
    (text) => {
      expect(addPageHashes(readFileOutline(text), Buffer.from(text))).toBeUndefined()
    },
  )
})

describe('a source location in a file on the disk', () => {
  let work: string
  beforeAll(async () => void (work = await mkdtemp(join(tmpdir(), 'signpost-places-'))))
  afterAll(() => rm(work, { recursive: true }))

  function* listPaths(value: unknown, path: Path = []): Generator<Path> {
    yield path
    if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value))
        yield* listPaths(part, [...path, Array.isArray(value) ? Number(key) : key])
  }

  /** Tests a page as the first one that is read from disk, and after others. */
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
      'comments, flow style and multibyte characters',
    ],
    [
      'site:\n  name: X\npages:\n     /a:\n       title: &name A\n     /b:\n       title: *name\n',
      'pages that depend on others',
    ],
    [
      'pages:\n\n  "/a b":\n    title: >\n      A\n\n      B\n  /b: {title: B, blocks: []}\nfacts:\n  one: {value: 1}\n',
      'quoted routes, and sections after pages',
    ],
    ['pages:\r\n  /a:\r\n    title: A\r\n', 'Windows line ends'],
  ])('is the same with %s', async (text) => {
    const path = join(work, 'x.yaml')
    await writeFile(path, text)
    expectSamePlaces(path)
  })
})
