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

/** Builds a site without fast paths. */
function buildReference(name: string): string {
  const out = join(work, `${name}-reference`)
  const options = ['--site', getSite(name), '--out', out]
  const { code, stderr } = runNpmScript('build', options, { SIGNPOST_REFERENCE: '1' })
  expect(code, stderr).toBe(0)
  return out
}

it.each([
  // Without scripts in its pages.
  ['static-bakery', 10],
  ['notary', 200],
])('the site "%s" is the same without fast paths', async (name, minimumFiles) => {
  const fast = name === 'notary' ? (await buildOwnSite()).out : join(work, `${name}-fast`)
  if (name !== 'notary') {
    const { code, stderr } = await runInProcess('build', ['--site', getSite(name), '--out', fast])
    expect(code, stderr).toBe(0)
  }
  const files = hashFolder(fast)
  expect(files.length).toBeGreaterThan(minimumFiles)
  expect(hashFolder(buildReference(name))).toEqual(files)
})
