/** `fleet` runs a command on several sites, and one that fails does not stop the others. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'
import { readYaml, writeYaml } from '../helpers/site-yaml.ts'

let work: string
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-fleet-'))
  for (const name of ['bikes', 'broken'])
    await cp(join(root, 'tests/base-site'), join(work, name), { recursive: true })
  const main = await readYaml(join(work, 'bikes/pages.yaml'))
  main.site = { ...main.site, application: false, shareImages: 'none', icons: 'none' }
  await writeYaml(join(work, 'bikes/pages.yaml'), main)
  await writeFile(join(work, 'broken/pages/mistake.yaml'), 'pages: { /x: { kind: nothing } }\n')
  await writeFile(join(work, 'notes.txt'), '')
})
afterAll(() => rm(work, { recursive: true }))

const sites = () => ['bikes', 'broken', 'notes.txt'].map((name) => join(work, name))

it('runs a command on all sites, with the version of each', async () => {
  const run = await runInProcess('fleet', [...sites(), '--run', 'build'])
  expect(run.code).toBe(1)
  expect(run.stdout).toMatch(/bikes \(Signpost \d+\.\d+\.\d+\): done\n/)
  expect(run.stdout).toContain('1 of 2 sites: build succeeded.')
  expect(run.stdout).toContain(`Failed: ${join(work, 'broken')}`)
})

it('checks them by default', async () => {
  const { code, stdout } = await runInProcess('fleet', sites())
  expect(code).toBe(1)
  expect(stdout).toMatch(/^  .*pages\/mistake\.yaml:\d+:\d+ error/m)
  expect(stdout).toContain('1 of 2 sites: check succeeded.')
})

it('says what is missing', async () => {
  expect((await runInProcess('fleet', [])).stderr).toContain('Name the folders of the sites')
  expect(await runInProcess('fleet', [join(work, 'nowhere')])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('None of these folders has a pages.yaml'),
  })
})
