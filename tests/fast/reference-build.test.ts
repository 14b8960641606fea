/** Builds sites with and without fast paths and compares every byte of the outputs. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildOwnSite } from '../helpers/own-site.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root, runNpmScript } from '../helpers/run-npm-script.ts'
import { StaticBakery } from '../helpers/static-bakery.ts'

let work: string
/** The copy of a site. It has its own cache, which is removed once the copy is gone. */
const getSite = (name: string) => join(work, name)
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-reference-'))
  for (const path of ['pages.yaml', 'pages', 'public', 'dates.gen.json'])
    await cp(join(root, path), join(getSite('notary'), path), { recursive: true })
  await cp(join(root, 'tests/sites/bakery'), getSite('bakery'), { recursive: true })
  await new StaticBakery(getSite('static-bakery'), join(work, 'unused')).create()
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

/** Runs a command without fast paths. */
function runReference(
  name: string,
  command: 'build' | 'merge',
  out: string,
  ...args: string[]
): void {
  const options = ['--site', getSite(name), '--out', out, ...args]
  const { code, stderr } = runNpmScript(command, options, { SIGNPOST_REFERENCE: '1' })
  expect(code, stderr).toBe(0)
}

it.each([
  ['bakery', 10],
  // Without scripts in its pages.
  ['static-bakery', 10],
])('the site "%s" is the same without fast paths', async (name, minimumFiles) => {
  const fast = join(work, `${name}-fast`)
  const { code, stderr } = await runInProcess('build', ['--site', getSite(name), '--out', fast])
  expect(code, stderr).toBe(0)
  const files = hashFolder(fast)
  expect(files.length).toBeGreaterThan(minimumFiles)
  const out = join(work, `${name}-reference`)
  runReference(name, 'build', out)
  expect(hashFolder(out)).toEqual(files)
})

// In one test, because each build of this site takes long.
it('the site of this repository is the same without fast paths, from merged shards', async () => {
  const files = hashFolder((await buildOwnSite()).out)
  expect(files.length).toBeGreaterThan(200)
  const shards = [1, 2].map((index) => join(work, `notary-${index}`))
  for (const [index, shard] of shards.entries())
    runReference('notary', 'build', shard, '--shard', `${index + 1}/2`)
  const out = join(work, 'notary-merged')
  runReference('notary', 'merge', out, ...shards)
  expect(hashFolder(out)).toEqual(files)
})
