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
/** Copies, so that the caches of the builds are removed once their sites are gone. */
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

/** Builds a site with fast paths. @returns the output folder. */
async function buildFast(name: string): Promise<string> {
  const out = join(work, `${name}-fast`)
  const { code, stderr } = await runInProcess('build', ['--site', getSite(name), '--out', out])
  expect(code, stderr).toBe(0)
  return out
}

it.each([
  ['notary', 200],
  ['bakery', 10],
  // Without scripts in its pages.
  ['static-bakery', 10],
])('the site "%s" is the same without fast paths', async (name, minimumFiles) => {
  const files = hashFolder(name === 'notary' ? (await buildOwnSite()).out : await buildFast(name))
  expect(files.length).toBeGreaterThan(minimumFiles)
  const out = join(work, `${name}-reference`)
  const { code, stderr } = runNpmScript('build', ['--site', getSite(name), '--out', out], {
    SIGNPOST_REFERENCE: '1',
  })
  expect(code, stderr).toBe(0)
  expect(hashFolder(out)).toEqual(files)
})
