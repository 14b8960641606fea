/** The outlines of unchanged files, which one shard caches for the next on the same machine. */
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { OutlineCache, type OutlineRecords } from '../../scripts/prerender/read/outline-cache.ts'

let work: string
let path: string
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-known-outlines-'))
  path = join(work, 'x.yaml')
})
afterAll(() => rm(work, { recursive: true }))

const text =
  'pages:\n  /a:\n    kind: info\n    title: Bread\n    blocks:\n      - type: picture\n        picture:\n          src: /oven.jpg\n'
/** A file saved just now could change again without a new time, so pretend that it is older. */
const advanceClock = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
beforeEach(async () => {
  await writeFile(path, text)
  advanceClock()
})
afterEach(() => vi.restoreAllMocks())

const readKnownOutline = (outlines: OutlineCache, from = path) => {
  const found = outlines.read(from, 'x.yaml')
  if (found instanceof Error) throw found
  return found
}
const getPageTitle = (found: ReturnType<typeof readKnownOutline>) =>
  (found.summary.value as { pages: Record<string, { title: string }> }).pages['/a']!.title

/** Caches the outline with another title, which shows whether the cache or the file was read. */
function recordOutlines(pictures: string[] = []): OutlineRecords {
  const outlines = new OutlineCache(pictures)
  readKnownOutline(outlines)
  const records = JSON.parse(JSON.stringify(outlines.toRecords())) as OutlineRecords
  ;(records.files['x.yaml']!.summary.value as { pages: Record<string, { title: string }> }).pages[
    '/a'
  ]!.title = 'cached title'
  return records
}

describe('a cached outline', () => {
  it('is used if the file is untouched, and not stored again', () => {
    const outlines = new OutlineCache([], recordOutlines())
    expect(getPageTitle(readKnownOutline(outlines))).toBe('cached title')
    expect(outlines.toRecords()).toBeUndefined()
  })

  it('is used if the file was saved without a change, and stored with the new time', async () => {
    const records = recordOutlines()
    await writeFile(path, text)
    const outlines = new OutlineCache([], records)
    expect(getPageTitle(readKnownOutline(outlines))).toBe('cached title')
    expect(outlines.toRecords()!.files['x.yaml']!.state).not.toBe(records.files['x.yaml']!.state)
  })

  it('is not used for another text of the same length and time', async () => {
    const records = recordOutlines()
    const { atime, mtime } = await stat(path)
    await writeFile(path, text.replace('Bread', 'Rolls'))
    await utimes(path, atime, mtime)
    expect(getPageTitle(readKnownOutline(new OutlineCache([], records)))).toBe('Rolls')
  })

  it('is not used if the site has other pictures', () => {
    const records = recordOutlines()
    const found = readKnownOutline(new OutlineCache(['/oven.jpg'], records))
    expect([getPageTitle(found), found.summary.pictures]).toEqual(['Bread', ['/oven.jpg']])
  })

  it('is not used for a file at another path', async () => {
    const records = recordOutlines()
    const other = join(work, 'y.yaml')
    await writeFile(other, text)
    expect(getPageTitle(readKnownOutline(new OutlineCache([], records), other))).toBe('Bread')
  })

  it('is equal to one that is read from the file', async () => {
    const records = recordOutlines()
    const [known, fresh] = [
      readKnownOutline(new OutlineCache([], records)),
      readKnownOutline(new OutlineCache([])),
    ]
    expect(getPageTitle(known)).toBe('cached title')
    ;(known.summary.value as { pages: Record<string, { title: string }> }).pages['/a']!.title =
      'Bread'
    expect(known).toEqual(JSON.parse(JSON.stringify(fresh)))
    expect((await readFile(path)).subarray(...known.entryOffsets!).toString()).toBe(
      text.slice(text.indexOf('/a')),
    )
  })

  it('reports why a file cannot be read', () => {
    expect(
      new OutlineCache([], recordOutlines()).read(join(work, 'gone.yaml'), 'gone.yaml'),
    ).toMatchObject({ code: 'ENOENT' })
  })
})
