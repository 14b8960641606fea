/** Builds a site with and without fast paths and compares the bytes of the output. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runInProcess } from '../helpers/run-in-process.ts'
import { runNpmScript } from '../helpers/run-npm-script.ts'
import { StaticBakery } from '../helpers/static-bakery.ts'

let work: string
/** The copy of a site. It has its own cache, which is removed once the copy is gone. */
const getSite = (name: string) => join(work, name)
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-reference-'))
})
afterAll(() => rm(work, { recursive: true }))

/** Lists the files of a folder with a hash of each. */
function hashFolder(folder: string): [file: string, hash: string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((file) => [
      relative(folder, file),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ])
}

it('a site without scripts in its pages is the same without fast paths', async () => {
  await new StaticBakery(getSite('bakery'), join(work, 'unused')).create()
  const fast = join(work, 'fast')
  const { code, stderr } = await runInProcess('build', ['--site', getSite('bakery'), '--out', fast])
  expect(code, stderr).toBe(0)
  const files = hashFolder(fast)
  expect(files.length).toBeGreaterThan(10)
  expect(hashFolder(buildReference('bakery'))).toEqual(files)
})

/** Builds a site without fast paths. */
function buildReference(name: string): string {
  const out = join(work, `${name}-reference`)
  const options = ['--site', getSite(name), '--out', out]
  const { code, stderr } = runNpmScript('build', options, { SIGNPOST_REFERENCE: '1' })
  expect(code, stderr).toBe(0)
  return out
}
