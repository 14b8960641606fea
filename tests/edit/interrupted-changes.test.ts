/** A command that is killed while it replaces files leaves no change half done. */
import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { restoreInterruptedChanges } from '../../scripts/edit/changes-journal.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

/** Changes two files, and is killed after it has replaced the first one. */
const killed = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { rename } = fs.promises
fs.promises.rename = async (from, to) => {
  await rename(from, to)
  if (to.endsWith('.yaml')) process.kill(process.pid, 'SIGKILL')
}
syncBuiltinESMExports()
const { readSiteText, writeFileChanges } = await import('./scripts/edit/text-edits.ts')
const addComment = async (file, comment) => {
  const before = await readSiteText(process.env.SITE, file)
  return { file, before, after: comment + before }
}
await writeFileChanges(process.env.SITE, [
  await addComment('pages.yaml', '# one\\n'),
  await addComment('pages/home.yaml', '# two\\n'),
])
`

let site: string
const files = ['pages.yaml', 'pages/home.yaml']
const readAll = () => Promise.all(files.map((file) => readFile(join(site, file), 'utf8')))

beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-interrupted-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
})
afterEach(() => rm(site, { recursive: true }))

function interrupt() {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', killed]
  const { signal } = spawnSync('node', args, { cwd: root, env: { ...process.env, SITE: site } })
  expect(signal).toBe('SIGKILL')
}

it('the next command undoes the changes and says so', async () => {
  const before = await readAll()
  interrupt()
  expect((await readAll()).filter((text) => text.startsWith('# one'))).toHaveLength(1)
  const { code, stderr } = await runInProcess('check', ['--site', site])
  expect(await readAll()).toEqual(before)
  expect(stderr).toContain('What it had changed is as it was before: pages.yaml.')
  expect(code).toBe(0)
  expect((await readdir(join(site, 'pages'))).sort()).toEqual(['home.yaml'])
  expect((await runInProcess('check', ['--site', site])).stderr).not.toContain('interrupted')
})

it('a process with the ID of the killed one undoes them, too', async () => {
  const before = await readAll()
  interrupt()
  const [journal] = (await readdir(join(site, '.signpost'))).filter((name) =>
    name.endsWith('.json'),
  )
  const path = join(site, '.signpost', journal!)
  const recorded = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...recorded, pid: process.pid }))
  await restoreInterruptedChanges(site)
  expect(await readAll()).toEqual(before)
})

it('what was written since then is left alone', async () => {
  interrupt()
  await writeFile(join(site, 'pages/home.yaml'), '# mine\n')
  expect(await restoreInterruptedChanges(site)).toEqual({
    restored: ['pages.yaml'],
    changedSince: ['pages/home.yaml'],
  })
  expect(await readFile(join(site, 'pages/home.yaml'), 'utf8')).toBe('# mine\n')
})
