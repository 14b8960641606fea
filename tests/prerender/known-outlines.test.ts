/** What one shard leaves for the next on the same machine: outlines of files that are still the same, and of no others. */
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
/** Files that were saved a moment ago may be saved once more without another time. */
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

/** What the last shard left, as it is read from the disk. Its title tells whether it is taken, in place of the file. */
function recordOutlines(pictures: string[] = []): OutlineRecords {
  const outlines = new OutlineCache(pictures)
  readKnownOutline(outlines)
  const records = JSON.parse(JSON.stringify(outlines.toRecords())) as OutlineRecords
  ;(records.files['x.yaml']!.summary.value as { pages: Record<string, { title: string }> }).pages[
    '/a'
  ]!.title = 'as it is known'
  return records
}

describe('an outline that is known', () => {
  it('is taken where nobody has touched the file, and there is nothing to leave', () => {
    const outlines = new OutlineCache([], recordOutlines())
    expect(getPageTitle(readKnownOutline(outlines))).toBe('as it is known')
    expect(outlines.toRecords()).toBeUndefined()
  })

  it('is taken where the file was saved again as it was, which is noted', async () => {
    const records = recordOutlines()
    await writeFile(path, text)
    const outlines = new OutlineCache([], records)
    expect(getPageTitle(readKnownOutline(outlines))).toBe('as it is known')
    expect(outlines.toRecords()!.files['x.yaml']!.state).not.toBe(records.files['x.yaml']!.state)
  })

  it('is not taken for another text of the same length and time', async () => {
    const records = recordOutlines()
    const { atime, mtime } = await stat(path)
    await writeFile(path, text.replace('Bread', 'Rolls'))
    await utimes(path, atime, mtime)
    expect(getPageTitle(readKnownOutline(new OutlineCache([], records)))).toBe('Rolls')
  })

  it('is not taken where other pictures may be spoken of', () => {
    const records = recordOutlines()
    const found = readKnownOutline(new OutlineCache(['/oven.jpg'], records))
    expect([getPageTitle(found), found.summary.pictures]).toEqual(['Bread', ['/oven.jpg']])
  })

  it('is not taken for a file that lies elsewhere', async () => {
    const records = recordOutlines()
    const other = join(work, 'y.yaml')
    await writeFile(other, text)
    expect(getPageTitle(readKnownOutline(new OutlineCache([], records), other))).toBe('Bread')
  })

  it('is the same as one that is read', async () => {
    const records = recordOutlines()
    const [known, fresh] = [
      readKnownOutline(new OutlineCache([], records)),
      readKnownOutline(new OutlineCache([])),
    ]
    expect(getPageTitle(known)).toBe('as it is known')
    ;(known.summary.value as { pages: Record<string, { title: string }> }).pages['/a']!.title =
      'Bread'
    expect(known).toEqual(JSON.parse(JSON.stringify(fresh)))
    expect((await readFile(path)).subarray(...known.entryOffsets!).toString()).toBe(
      text.slice(text.indexOf('/a')),
    )
  })

  it('says why a file cannot be read', () => {
    expect(
      new OutlineCache([], recordOutlines()).read(join(work, 'gone.yaml'), 'gone.yaml'),
    ).toMatchObject({ code: 'ENOENT' })
  })
})
