/** What is read of a file when it is needed: its pages, and the lines of its problems. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePages, type PageMaker } from '../../scripts/prerender/make/make-pages.ts'
import { createLazySource, parseFile } from '../../schema/source/parse-file.ts'
import { root } from '../helpers/run-npm-script.ts'
import type { Path } from '../../schema/problems/location.ts'

/** New content must not be cached under the hash of the old content. */
describe('a file that is changed while the site is read', () => {
  it('is not made into pages', async () => {
    const work = await mkdtemp(join(tmpdir(), 'signpost-changed-'))
    const path = join(work, 'x.yaml')
    await writeFile(path, 'pages:\n  /a:\n    title: A\n')
    const job = { path, file: 'x.yaml', hash: 'other', pages: [] }
    expect(() => makePages(job, {} as PageMaker)).toThrow(
      'x.yaml was changed while the site was being read. Run the command again.',
    )
    await rm(work, { recursive: true })
  })
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

  it('is the same in the files of this site and of the cases', () => {
    for (const file of globSync('{pages/[a-h]*.yaml,tests/cases/**/*.yaml}', {
      cwd: root,
      absolute: true,
    }))
      if (parseFile('x.yaml', readFileSync(file)).problems.length === 0) expectSamePlaces(file, 59)
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
