/** Edits of files: all are written, or none. */
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSiteText, writeFileChanges } from '../../scripts/edit/text-edits.ts'
import { spliceText } from '../../schema/util/splice-text.ts'

let work: string
const read = (file: string) => readFile(join(work, file), 'utf8')
/** The change of a file in which a text is replaced. */
async function replace(file: string, from: string, to: string) {
  const before = await readSiteText(work, file)
  return { file, before, after: before.replace(from, to) }
}
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-edits-'))
  await writeFile(join(work, 'a.yaml'), '\uFEFFone: 1\r\ntwo: 2\r\n')
  await writeFile(join(work, 'b.yaml'), 'three: 3\n')
})
afterEach(() => rm(work, { recursive: true }))

it('ranges are replaced from the original text', () => {
  const edits = [
    { start: 4, end: 5, text: 'two' },
    { start: 0, end: 1, text: '' },
    { start: 4, end: 4, text: '+' },
  ]
  expect(spliceText('0 2 4 6', edits)).toBe(' 2 +two 6')
  expect(() => spliceText('0 2', [edits[0]!])).toThrow('exceed the text')
  const twice = [
    { start: 0, end: 2, text: '' },
    { start: 1, end: 3, text: '' },
  ]
  expect(() => spliceText('0 2', twice)).toThrow('overlap')
})

describe('files', () => {
  it('keep their byte order mark and line endings', async () => {
    await writeFileChanges(work, [
      await replace('a.yaml', 'one: 1', 'one: 10'),
      await replace('b.yaml', 'three', '# first\nthree'),
    ])
    expect(await read('a.yaml')).toBe('\uFEFFone: 10\r\ntwo: 2\r\n')
    expect(await read('b.yaml')).toBe('# first\nthree: 3\n')
    expect((await readdir(work)).sort()).toEqual(['a.yaml', 'b.yaml'])
  })

  it('stay as they were if one of them has changed in the meantime', async () => {
    const changes = [
      await replace('a.yaml', 'one', 'ONE'),
      await replace('b.yaml', 'three', 'THREE'),
    ]
    await writeFile(join(work, 'b.yaml'), 'three: 4\n')
    await expect(writeFileChanges(work, changes)).rejects.toThrow(
      'b.yaml has changed in the meantime. Nothing was written; try again.',
    )
    expect(await read('a.yaml')).toBe('\uFEFFone: 1\r\ntwo: 2\r\n')
    expect((await readdir(work)).sort()).toEqual(['a.yaml', 'b.yaml'])
  })

  it('outside the folder are refused', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'signpost-outside-'))
    await writeFile(join(outside, 'c.yaml'), 'c: 1\n')
    await symlink(join(outside, 'c.yaml'), join(work, 'c.yaml'))
    await expect(replace('c.yaml', 'c', 'd')).rejects.toThrow('is outside the site')
    await rm(outside, { recursive: true })
  })
})
