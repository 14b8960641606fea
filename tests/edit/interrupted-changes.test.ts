/** A command that is killed while it replaces files leaves no change half done. */
import { spawnSync } from 'node:child_process'
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { restoreInterruptedChanges } from '../../scripts/edit/text-edits.ts'
import { writeFileChanges } from '../../scripts/edit/text-edits.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { toStateFile } from '../helpers/state-file.ts'
import { root } from '../helpers/run-npm-script.ts'

/** Changes two files, and is killed after it has replaced the first one. */
const killed = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { renameSync } = fs
fs.renameSync = (from, to) => {
  renameSync(from, to)
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

let work: string
let site: string
let state: string
const files = ['pages.yaml', 'pages/home.yaml']
const readAll = () => Promise.all(files.map((file) => readFile(join(site, file), 'utf8')))
const toState = (name: string) => toStateFile(site, name)

beforeEach(async () => {
  work = await realpath(await mkdtemp(join(tmpdir(), 'signpost-interrupted-')))
  site = join(work, 'site')
  state = join(work, 'state')
  vi.stubEnv('XDG_STATE_HOME', state)
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(work, { recursive: true })
})

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
  const [holder] = await readdir(toState('lock'))
  await rename(toState(`lock/${holder}`), toState(`lock/${process.pid}-0-1`))
  await restoreInterruptedChanges(site)
  expect(await readAll()).toEqual(before)
  expect(await readdir(join(state, 'signpost'))).toEqual([])
})

it('a command that changes files undoes them first', async () => {
  const before = await readAll()
  interrupt()
  await writeFileChanges(site, [
    { file: files[1]!, before: before[1]!, after: `# three\n${before[1]}` },
  ])
  expect(await readAll()).toEqual([before[0], `# three\n${before[1]}`])
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

describe('a journal that somebody has planted', () => {
  const home = () => join(work, 'home')
  beforeEach(async () => {
    await mkdir(home())
    await writeFile(join(home(), 'bashrc'), 'mine')
  })
  const listAll = async () => (await readdir(work, { recursive: true })).sort()

  it.each([
    '.signpost/changes-1.json',
    '.signpost/changes.json',
    '.local/state/signpost/changes.json',
  ])('in the site at %s changes nothing', async (name) => {
    const victim = join(home(), 'bashrc')
    const made = join(home(), 'made')
    const planted = [
      { path: victim, file: '../home/bashrc', temporary: made, before: 'evil', after: 'mine' },
    ]
    await mkdir(join(site, name, '..'), { recursive: true })
    await writeFile(join(site, name), JSON.stringify({ pid: 999_999, files: planted }))
    for (const [command, ...args] of [['check'], ['pages'], ['facts']] as const)
      await runInProcess(command, [...args, '--site', site])
    expect(await readFile(victim, 'utf8')).toBe('mine')
    expect(await readdir(home())).toEqual(['bashrc'])
  })

  it('is not looked for in the site, even if that is the home folder', async () => {
    vi.stubEnv('XDG_STATE_HOME', join(site, '.local/state'))
    await mkdir(join(site, '.local/state/signpost'), { recursive: true })
    const [before] = await readAll()
    const planted = [{ file: 'pages.yaml', before: 'evil', after: before! }]
    await writeFile(toState('changes.json'), JSON.stringify(planted))
    await restoreInterruptedChanges(site)
    expect((await readAll())[0]).toBe(before)
  })

  it.each([
    '../home/bashrc',
    '/../home/bashrc',
    'linked/bashrc',
    'pages/../../home/bashrc',
    'link.yaml',
  ])('in the right place cannot name %s', async (file) => {
    await symlink(home(), join(site, 'linked'))
    await symlink(join(home(), 'bashrc'), join(site, 'link.yaml'))
    await mkdir(join(state, 'signpost'), { recursive: true })
    const before = await listAll()
    const planted = [{ file, before: 'evil', after: 'mine' }]
    await writeFile(toState('changes.json'), JSON.stringify(planted))
    await restoreInterruptedChanges(site)
    expect(await readFile(join(home(), 'bashrc'), 'utf8')).toBe('mine')
    expect(await listAll()).toEqual(before)
  })

  it('names an absolute path inside the site only', async () => {
    await mkdir(join(state, 'signpost'), { recursive: true })
    const planted = [{ file: join(home(), 'bashrc'), before: 'evil', after: 'mine' }]
    await writeFile(toState('changes.json'), JSON.stringify(planted))
    await restoreInterruptedChanges(site)
    expect(await readFile(join(home(), 'bashrc'), 'utf8')).toBe('mine')
  })

  it.each(['', '{', 'null', '[1]', '[{"file":"pages.yaml"}]', '{"files":[]}'])(
    'that is damaged is removed: %j',
    async (text) => {
      await mkdir(join(state, 'signpost'), { recursive: true })
      await writeFile(toState('changes.json'), text)
      const before = await readAll()
      expect((await runInProcess('check', ['--site', site])).code).toBe(0)
      expect(await readAll()).toEqual(before)
      expect(await readdir(join(state, 'signpost'))).toEqual([])
    },
  )
})

describe('a home folder that cannot be written', () => {
  // A file where the folder should be works for every user, as a read-only disk does.
  beforeEach(async () => {
    await writeFile(join(work, 'file'), '')
    vi.stubEnv('XDG_STATE_HOME', join(work, 'file'))
    vi.stubEnv('TMPDIR', join(work, 'tmp'))
  })
  const change = async () => {
    const [before] = await readAll()
    return writeFileChanges(site, [
      { file: 'pages.yaml', before: before!, after: `# one\n${before}` },
    ])
  }
  const own = `signpost-${process.getuid?.()}`

  it('is replaced by a private folder beside other temporary files', async () => {
    await change()
    expect(await readdir(join(work, 'tmp'))).toEqual([own])
  })

  it('and a folder there that others can write are refused', async () => {
    await mkdir(join(work, 'tmp', own), { recursive: true })
    await chmod(join(work, 'tmp', own), 0o777)
    await expect(change()).rejects.toThrow('Set the variable XDG_STATE_HOME')
    expect((await readAll())[0]).not.toContain('# one')
    expect((await runInProcess('check', ['--site', site])).code).toBe(0)
  })
})
