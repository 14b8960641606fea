/** Whoever is told that something was saved finds it in the file, whoever saves at the same time. */
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { readSiteText, writeFileChanges } from '../../scripts/edit/text-edits.ts'
import { root } from '../helpers/run-npm-script.ts'

/**
 * Each person sets keys of their own to growing numbers, in random order, without being told what
 * the others do. Two have drafts of a studio, the third writes files as a command does.
 */
const people = `
const { Draft } = await import('./scripts/edit/draft/draft.ts')
const { readSiteText, writeFileChanges } = await import('./scripts/edit/text-edits.ts')
const { SITE: dir, NAMES, SAVES, DELAY } = process.env
const saved = {}
const wait = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 4))
async function edit(name) {
  const draft = new Draft({ dir, editor: name, isSource: () => true, onChange() {} })
  for (let round = 1; round <= SAVES; round++) {
    const key = name + Math.floor(Math.random() * 3)
    const file = Math.random() < 0.8 ? 'a.yaml' : 'b.yaml'
    const operations = [{ kind: 'set', file, path: ['keys', key], value: round }]
    await draft.edit({ version: draft.version, operations })
    await draft.save(draft.version)
    saved[file + key] = round
    await wait()
  }
}
async function write(name) {
  for (let round = 1; round <= SAVES; round++) {
    const key = name + Math.floor(Math.random() * 3)
    for (;;) {
      const before = await readSiteText(dir, 'a.yaml')
      const after = before.replace(new RegExp(key + ': .*'), key + ': ' + round)
      try {
        await writeFileChanges(dir, [{ file: 'a.yaml', before, after }])
        break
      } catch (error) {
        if (!error.message.includes('in the meantime')) throw error
      }
    }
    saved['a.yaml' + key] = round
    await wait()
  }
}
await Promise.all(NAMES.split(',').map((name) => (name === 'tool' ? write(name) : edit(name))))
console.log(JSON.stringify(saved))
`

let work: string
let site: string
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-saves-'))
  vi.stubEnv('XDG_STATE_HOME', join(work, 'state'))
  vi.stubEnv('SIGNPOST_CACHE', join(work, 'cache'))
  site = await mkdtemp(join(work, 'site-'))
  const names = ['ann', 'ben', 'cleo', 'tool'].flatMap((name) => [0, 1, 2].map((n) => name + n))
  const text = `keys:\n${names.map((name) => `  ${name}: 0\n`).join('')}`
  for (const file of ['a.yaml', 'b.yaml']) await writeFile(join(site, file), text)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(work, { recursive: true })
})

function start(names: string): Promise<Record<string, number>> {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', people]
  const env = { ...process.env, SITE: site, NAMES: names, SAVES: '20' }
  const child = spawn(process.execPath, args, { cwd: root, env })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve(JSON.parse(stdout)) : reject(new Error(stderr)),
    )
  })
}

it('three people and a command save 80 times in two processes, and nothing is lost', async () => {
  const answered = await Promise.all([start('ann,ben'), start('cleo,tool')])
  const saved = Object.assign({}, ...answered) as Record<string, number>
  expect(Object.keys(saved).length).toBeGreaterThan(12)
  const found: Record<string, number> = {}
  for (const file of ['a.yaml', 'b.yaml']) {
    const { keys } = parse(await readFile(join(site, file), 'utf8')) as { keys: object }
    for (const [key, value] of Object.entries(keys)) if (value !== 0) found[file + key] = value
  }
  expect(found).toEqual(saved)
  expect((await readdir(site)).sort()).toEqual(['a.yaml', 'b.yaml'])
})

it('one process at a time has the lock of a folder, and a killed one gives it up', async () => {
  const count = join(work, 'count')
  await writeFile(count, '0')
  const script = `
    import { readFileSync, writeFileSync } from 'node:fs'
    const { withFolderLock } = await import('./scripts/shared/folder-lock.ts')
    const { SITE, COUNT } = process.env
    const add = () => withFolderLock(SITE, async () => {
      const value = Number(readFileSync(COUNT, 'utf8'))
      await new Promise((resolve) => setTimeout(resolve, 1))
      writeFileSync(COUNT, String(value + 1))
      if (value === 30) process.kill(process.pid, 'SIGKILL')
    })
    await Promise.all(Array.from({ length: 40 }, add))`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
  const env = { ...process.env, SITE: site, COUNT: count }
  const run = () =>
    new Promise<string | null>((resolve) => {
      const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' })
      child.once('exit', (_, signal) => resolve(signal))
    })
  const signals = await Promise.all([run(), run(), run()])
  expect(signals.filter((signal) => signal === 'SIGKILL')).toHaveLength(1)
  // Two have added 40 each. The third has added less, and nothing twice.
  const total = Number(await readFile(count, 'utf8'))
  expect(total).toBeGreaterThan(80)
  expect(total).toBeLessThan(120)
  expect(await readdir(join(work, 'state/signpost'))).toEqual([])
})

it('what an editor writes between the comparison and the replacement stays', async () => {
  const path = join(site, 'b.yaml')
  const [a, b] = await Promise.all(['a.yaml', 'b.yaml'].map((file) => readSiteText(site, file)))
  // While the first file is read, an editor that knows nothing of locks writes the second one.
  const writing = writeFileChanges(site, [
    { file: 'a.yaml', before: a!, after: `# mine\n${a}` },
    { file: 'b.yaml', before: b!, after: `# mine\n${b}` },
  ])
  await writeFile(path, '# theirs\n')
  await expect(writing).rejects.toThrow('b.yaml has changed in the meantime')
  expect(await readFile(path, 'utf8')).toBe('# theirs\n')
  expect(await readFile(join(site, 'a.yaml'), 'utf8')).toBe(a)
})
