/** The caches on disk, and reading files into a shared buffer. */
import { tryReadSourceBytes } from '../../schema/source/text/source-bytes.ts'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeOldFolders } from '../../scripts/launch/old-folders.mjs'
import { drawMissingImages } from '../../scripts/prerender/output/draw-images.ts'
import type { SiteOutput } from '../../scripts/prerender/output/site-output.ts'
import { memoizeOnDisk } from '../../schema/util/file-cache.ts'
import { root } from '../helpers/run-npm-script.ts'

describe('a value that is memoized on disk', () => {
  afterAll(() =>
    rm(join(root, 'node_modules/.cache/signpost/tests'), { recursive: true, force: true }),
  )

  it('is created once, for concurrent and later callers', async () => {
    const key = randomUUID()
    let calls = 0
    const getValue = () =>
      memoizeOnDisk('tests', key, async () => {
        calls++
        await setTimeout(5)
        return Buffer.from('value')
      })
    expect((await Promise.all([getValue(), getValue(), getValue()])).map(String)).toEqual([
      'value',
      'value',
      'value',
    ])
    expect(String(await getValue())).toBe('value')
    expect(calls).toBe(1)
  })

  it('is created again after a failure', async () => {
    const key = randomUUID()
    await expect(
      memoizeOnDisk('tests', key, () => Promise.reject(new Error('it fails'))),
    ).rejects.toThrow('it fails')
    expect(String(await memoizeOnDisk('tests', key, async () => Buffer.from('value')))).toBe(
      'value',
    )
  })
})

describe('the fonts of earlier versions', () => {
  const cacheOfProcess = process.env.SIGNPOST_CACHE
  let cache: string
  beforeAll(async () => {
    cache = await mkdtemp(join(tmpdir(), 'signpost-fonts-'))
    process.env.SIGNPOST_CACHE = cache
  })
  afterAll(async () => {
    if (cacheOfProcess === undefined) delete process.env.SIGNPOST_CACHE
    else process.env.SIGNPOST_CACHE = cacheOfProcess
    await rm(cache, { recursive: true })
  })

  it('are deleted when images are drawn, the oldest first', async () => {
    const folder = join(cache, 'compiled/fonts')
    await mkdir(folder, { recursive: true })
    for (let age = 0; age < 250; age++) {
      await writeFile(join(folder, `font-${age}`), '')
      await utimes(join(folder, `font-${age}`), new Date(), Date.now() / 1000 - age)
    }
    await drawMissingImages([], {} as SiteOutput)
    const kept = Array.from({ length: 100 }, (_, age) => `font-${age}`)
    expect((await readdir(folder)).sort()).toEqual(kept.sort())
  })
})

describe('folders of earlier versions', () => {
  let cache: string
  beforeAll(async () => {
    cache = await mkdtemp(join(tmpdir(), 'signpost-versions-'))
    const now = Date.now() / 1000
    for (const [name, age] of Object.entries({ today: 60, yesterday: 86_400, lastWeek: 604_800 })) {
      await mkdir(join(cache, name))
      await utimes(join(cache, name), now - age, now - age)
    }
  })
  afterAll(() => rm(cache, { recursive: true }))
  const remove = async (maxKept: number, keepUnusedMs?: number) => {
    removeOldFolders(cache, /^[a-z]+$/i, maxKept, keepUnusedMs)
    return (await readdir(cache)).sort()
  }

  it('are deleted, except the newest and those that were used recently', async () => {
    const twoDays = 172_800_000
    expect(await remove(3)).toEqual(['lastWeek', 'today', 'yesterday'])
    expect(await remove(1, twoDays)).toEqual(['today', 'yesterday'])
    expect(await remove(1)).toEqual(['today'])
  })
})

describe('tryReadSourceBytes', () => {
  let work: string
  beforeAll(async () => void (work = await mkdtemp(join(tmpdir(), 'signpost-bytes-'))))
  afterAll(() => rm(work, { recursive: true }))

  it('returns the bytes of a file', async () => {
    await writeFile(join(work, 'file'), 'a – b')
    expect(tryReadSourceBytes(join(work, 'file'))).toEqual(Buffer.from('a – b'))
  })

  it('returns the error of the file system', () => {
    expect(tryReadSourceBytes(join(work, 'none'))).toMatchObject({ code: 'ENOENT' })
    expect(tryReadSourceBytes(work)).toMatchObject({ code: 'EISDIR' })
  })
})
