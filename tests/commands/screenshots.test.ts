/** Which screenshots are taken, and how they are compared. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { compareScreenshots } from '../../scripts/shots/compare-screenshots.ts'
import { listExampleSubjects, listPageSubjects } from '../../scripts/shots/list-subjects.ts'

function createTestImage(width: number, height: number, dot?: [number, number]): Buffer {
  const picture = new PNG({ width, height })
  picture.data.fill(255)
  if (dot) picture.data.set([0, 0, 0, 255], 4 * (dot[1] * width + dot[0]))
  return PNG.sync.write(picture)
}

it('comparing screenshots marks the pixels that differ', () => {
  expect(compareScreenshots(createTestImage(20, 10), createTestImage(20, 10))).toBeUndefined()
  const { pixels, share, picture } = compareScreenshots(
    createTestImage(20, 10),
    createTestImage(20, 10, [7, 3]),
  )!
  expect([pixels, share]).toEqual([1, 1 / 200])
  expect([...PNG.sync.read(picture).data.subarray(4 * 67, 4 * 67 + 3)]).toEqual([255, 0, 0])
})

it('comparing screenshots counts pixels outside the smaller one as different', () => {
  const { pixels, picture } = compareScreenshots(createTestImage(20, 10), createTestImage(20, 12))!
  expect(pixels).toBe(40)
  expect(PNG.sync.read(picture)).toMatchObject({ width: 20, height: 12 })
})

it('pages are listed in both color schemes, and each example frame in its own', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'signpost-shots-'))
  for (const folder of ['', 'a/b', 'frames/hero/full/dark']) {
    await mkdir(join(dir, folder), { recursive: true })
    await writeFile(join(dir, folder, 'page.json'), '{}')
  }
  const origin = 'http://localhost:1'
  expect(await listExampleSubjects(dir, origin)).toEqual([
    { name: 'examples/hero/full', scheme: 'dark', url: `${origin}/frames/hero/full/dark/` },
  ])
  expect(
    (await listPageSubjects(dir, origin))
      .slice(0, 4)
      .map(({ name, scheme, url }) => `${name} ${scheme} ${url}`),
  ).toEqual([
    `pages/home light ${origin}/`,
    `pages/home dark ${origin}/`,
    `pages/a/b light ${origin}/a/b`,
    `pages/a/b dark ${origin}/a/b`,
  ])
  await rm(dir, { recursive: true })
})
