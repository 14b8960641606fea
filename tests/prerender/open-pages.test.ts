/** Reading the pages of a render job a few at a time gives the same as reading the whole file. */
import { createMoment } from '../../schema/days/moment.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPageReader } from '../../scripts/prerender/read/open-pages.ts'
import { planPages } from '../../scripts/prerender/make/plan-pages.ts'
import { toLoadedSource } from '../../scripts/prerender/read/read-sources.ts'
import type { RenderJob, SharedInput } from '../../scripts/prerender/make/page-types.ts'
import { mergeSources } from '../../schema/resolve/merge-sources.ts'
import { problemInFile } from '../../schema/problems/problem.ts'
import { readUnvalidatedSource } from '../../schema/source/source-outline.ts'
import type { Validator } from '../../schema/validate/validate-file.ts'

let work: string
beforeAll(async () => void (work = await mkdtemp(join(tmpdir(), 'signpost-open-'))))
afterAll(() => rm(work, { recursive: true }))

/** Creates the render job for a file with this text. */
async function createPagesJob(text: string): Promise<RenderJob> {
  const path = join(work, 'x.yaml')
  await writeFile(path, text)
  const { summary, entryOffsets } = readUnvalidatedSource(path, 'x.yaml', Buffer.from(text), [])!
  const source = { ...toLoadedSource(summary, undefined, true), isUnvalidated: true, entryOffsets }
  const context = {
    settings: new Map(),
    pictures: { infos: new Map() },
    derivedValues: new Map(),
    labels: new Map(),
    languages: new Map(),
    articles: { summaries: new Map(), listingRoutes: new Map() },
  }
  const { jobs } = planPages({
    sources: [source],
    merged: mergeSources([source], createMoment({}, undefined)),
    shared: { context } as unknown as SharedInput,
    entries: work,
  })
  expect(jobs).toHaveLength(1)
  return jobs[0]!
}

/** Creates a validator that rejects values with the word "wrong" and records what it validates. */
function createRecordingValidator() {
  const seen: string[][] = []
  const validate = (({ value }: { value: { pages: object } }) => {
    seen.push(Object.keys(value.pages))
    return JSON.stringify(value).includes('wrong')
      ? [problemInFile('x.yaml', 'UNKNOWN_PROPERTY', 'It is wrong.')]
      : []
  }) as unknown as Validator
  return { seen, validate }
}

const createPageText = (name: string, body = `Of ${name}`) =>
  `  /${name}:\n    title: ${name.toUpperCase()}\n    blocks:\n      - body: ${body}\n`
const samplePages = ['a', 'b', 'c'].map((name) => createPageText(name)).join('\n  # Between.\n')
const listBodies = (entries: { raw: Record<string, unknown> }[] | undefined) =>
  entries?.map(({ raw }) => (raw.blocks as { body: string }[])[0]!.body)

describe('an unvalidated file with only pages', () => {
  it('is read only as far as needed, and each page is validated once', async () => {
    const { seen, validate } = createRecordingValidator()
    const reader = createPageReader(await createPagesJob(`pages:\n${samplePages}`), validate)!
    expect(reader.read(0, 2)).toEqual([
      { raw: { title: 'A', blocks: [{ body: 'Of a' }] } },
      { raw: { title: 'B', blocks: [{ body: 'Of b' }] } },
    ])
    expect(listBodies(reader.read(2, 3))).toEqual(['Of c'])
    expect(seen).toEqual([['/a', '/b'], ['/c']])
    expect(reader.getParsedFile()).toBeUndefined()
  })

  it('is rejected as invalid when a page with an error is reached', async () => {
    const reader = createPageReader(
      await createPagesJob(`pages:\n${samplePages}${createPageText('d', 'wrong')}`),
      createRecordingValidator().validate,
    )!
    expect(listBodies(reader.read(0, 2))).toEqual(['Of a', 'Of b'])
    expect(reader.read(2, 4)).toBeUndefined()
  })

  it('is read at once if a page depends on another one', async () => {
    const { seen, validate } = createRecordingValidator()
    const reader = createPageReader(
      await createPagesJob(
        `pages:\n${createPageText('a', '&name Words')}${createPageText('b')}${createPageText('c', '*name')}`,
      ),
      validate,
    )!
    expect(listBodies(reader.read(1, 2))).toEqual(['Of b'])
    expect(reader.getParsedFile()).toBeUndefined()
    expect(listBodies(reader.read(2, 3))).toEqual(['Words'])
    expect(reader.getParsedFile()?.entryBytes).toBeUndefined()
    expect(listBodies(reader.read(0, 1))).toEqual(['Words'])
    expect(seen).toEqual([['/b'], ['/a', '/b', '/c']])
    const atOnce = createPageReader(
      await createPagesJob(
        `pages:\n${createPageText('a', '&name Words')}${createPageText('b', '*name')}`,
      ),
      validate,
    )!
    expect(listBodies(atOnce.read(0, 2))).toEqual(['Words', 'Words'])
    expect(atOnce.getParsedFile()).toBeDefined()
  })
})

describe('a file with more than pages', () => {
  it('is read and validated at once', async () => {
    const { seen, validate } = createRecordingValidator()
    const reader = createPageReader(
      await createPagesJob(`facts:\n  one: { label: One, value: 1 }\npages:\n${samplePages}`),
      validate,
    )!
    expect(seen).toEqual([['/a', '/b', '/c']])
    expect(reader.getParsedFile()).toBeDefined()
    expect(listBodies(reader.read(1, 3))).toEqual(['Of b', 'Of c'])
    expect(seen).toHaveLength(1)
    expect(
      createPageReader(
        await createPagesJob(`facts:\n  one: { label: wrong, value: 1 }\npages:\n${samplePages}`),
        validate,
      ),
    ).toBeUndefined()
  })
})
