/** The pages of an order, a few at a time: the same as of their file read whole. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPages } from '../scripts/build/open-pages.ts'
import { planPages } from '../scripts/build/plan-pages.ts'
import { toPartSource } from '../scripts/build/read-parts.ts'
import type { PagesOrder, SharedInput } from '../scripts/build/make-pages.ts'
import { mergeSources } from '../schema/merge-sources.ts'
import { problemInFile } from '../schema/problem.ts'
import { readUnchecked } from '../schema/site-part.ts'
import type { Validator } from '../schema/validate-file.ts'

let work: string
beforeAll(async () => void (work = await mkdtemp(join(tmpdir(), 'signpost-open-'))))
afterAll(() => rm(work, { recursive: true }))

/** What a build orders of such a file. */
async function order(text: string): Promise<PagesOrder> {
  const path = join(work, 'x.yaml')
  await writeFile(path, text)
  const { part, bounds } = readUnchecked(path, 'x.yaml', Buffer.from(text), [])!
  const source = { ...toPartSource(part, undefined, true), isUnchecked: true, bounds }
  const context = {
    settings: new Map(),
    pictures: { infos: new Map() },
    derived: new Map(),
    labels: new Map(),
    articles: { summaries: new Map(), listings: new Map() },
  }
  const { orders } = planPages({
    sources: [source],
    merged: mergeSources([source]),
    shared: { context } as unknown as SharedInput,
    entries: work,
  })
  expect(orders).toHaveLength(1)
  return orders[0]!
}

/** Refuses what holds the word "wrong", and says how much it was given. */
function watchful() {
  const seen: string[][] = []
  const validate = (({ value }: { value: { pages: object } }) => {
    seen.push(Object.keys(value.pages))
    return JSON.stringify(value).includes('wrong')
      ? [problemInFile('x.yaml', 'UNKNOWN_PROPERTY', 'It is wrong.')]
      : []
  }) as unknown as Validator
  return { seen, validate }
}

const page = (name: string, body = `Of ${name}`) =>
  `  /${name}:\n    title: ${name.toUpperCase()}\n    blocks:\n      - body: ${body}\n`
const pages = ['a', 'b', 'c'].map((name) => page(name)).join('\n  # Between.\n')
const bodiesOf = (entries: { raw: Record<string, unknown> }[] | undefined) =>
  entries?.map(({ raw }) => (raw.blocks as { body: string }[])[0]!.body)

describe('an unchecked file of pages alone', () => {
  it('is read as far as is asked for, and each page is checked once', async () => {
    const { seen, validate } = watchful()
    const reader = openPages(await order(`pages:\n${pages}`), validate)!
    expect(reader.read(0, 2)).toEqual([
      { raw: { title: 'A', blocks: [{ body: 'Of a' }] } },
      { raw: { title: 'B', blocks: [{ body: 'Of b' }] } },
    ])
    expect(bodiesOf(reader.read(2, 3))).toEqual(['Of c'])
    expect(seen).toEqual([['/a', '/b'], ['/c']])
    expect(reader.whole()).toBeUndefined()
  })

  it('is unfit once a page is reached in which something is wrong', async () => {
    const reader = openPages(
      await order(`pages:\n${pages}${page('d', 'wrong')}`),
      watchful().validate,
    )!
    expect(bodiesOf(reader.read(0, 2))).toEqual(['Of a', 'Of b'])
    expect(reader.read(2, 4)).toBeUndefined()
  })

  it('is read whole where a page depends on another', async () => {
    const { seen, validate } = watchful()
    const reader = openPages(
      await order(`pages:\n${page('a', '&name Words')}${page('b')}${page('c', '*name')}`),
      validate,
    )!
    expect(bodiesOf(reader.read(1, 2))).toEqual(['Of b'])
    expect(reader.whole()).toBeUndefined()
    expect(bodiesOf(reader.read(2, 3))).toEqual(['Words'])
    expect(reader.whole()?.entryBytes).toBeUndefined()
    expect(bodiesOf(reader.read(0, 1))).toEqual(['Words'])
    expect(seen).toEqual([['/b'], ['/a', '/b', '/c']])
    const atOnce = openPages(
      await order(`pages:\n${page('a', '&name Words')}${page('b', '*name')}`),
      validate,
    )!
    expect(bodiesOf(atOnce.read(0, 2))).toEqual(['Words', 'Words'])
    expect(atOnce.whole()).toBeDefined()
  })
})

describe('a file with more in it than pages', () => {
  it('is read and checked whole, at once', async () => {
    const { seen, validate } = watchful()
    const reader = openPages(
      await order(`facts:\n  one: { label: One, value: 1 }\npages:\n${pages}`),
      validate,
    )!
    expect(seen).toEqual([['/a', '/b', '/c']])
    expect(reader.whole()).toBeDefined()
    expect(bodiesOf(reader.read(1, 3))).toEqual(['Of b', 'Of c'])
    expect(seen).toHaveLength(1)
    expect(
      openPages(
        await order(`facts:\n  one: { label: wrong, value: 1 }\npages:\n${pages}`),
        validate,
      ),
    ).toBeUndefined()
  })
})
