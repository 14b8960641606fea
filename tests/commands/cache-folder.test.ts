/** Commands work without a cache, or with one in another folder, and say what they lack. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { memoizeOnDisk } from '../../schema/util/file-cache.ts'
import { listAbandoned } from '../../scripts/launch/old-folders.mjs'
import { explainBundleError } from '../../scripts/prerender/bundle/explain-bundle-error.ts'
import { toUserMessage } from '../../scripts/shared/user-error.ts'
import { root } from '../helpers/run-npm-script.ts'

let work: string
/** A copy of the program, whose node_modules has no writable cache. */
let project: string

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'signpost-cache-test-'))
  project = join(work, 'project')
  for (const name of ['blocks', 'renderer', 'schema', 'scripts', 'package.json'])
    cpSync(join(root, name), join(project, name), { recursive: true })
  // Bundling all commands takes as long as everything else here.
  const list = join(project, 'scripts/launch/commands.mjs')
  const others = /^ {4}(?!check\b)'?[\w-]+'?: '.*',\n/gm
  writeFileSync(list, readFileSync(list, 'utf8').replace(others, ''))
  const packages = join(project, 'node_modules')
  mkdirSync(packages)
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(packages, name))
  // Nobody can create a folder in a file, not even root.
  for (const name of ['.signpost', '.cache']) writeFileSync(join(packages, name), '')
})
afterAll(() => rmSync(work, { recursive: true }))

function check(...args: string[]) {
  const site = join(root, 'tests/base-site')
  const command = [join(project, 'scripts/run.mjs'), 'check', '--site', site, ...args]
  const { pid, status, stdout, stderr } = spawnSync(process.execPath, command, {
    encoding: 'utf8',
    cwd: work,
  })
  return { pid, code: status, stdout, stderr }
}

describe('a cache that cannot be written', () => {
  it('is not needed, and nothing is left behind', () => {
    const { pid, code, stdout, stderr } = check()
    expect(stderr).toMatch(/^.*node_modules cannot be written \(\w+\), .* --cache-dir DIR\.\n$/)
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 page: no problems')])
    const names = readdirSync(tmpdir())
    expect(names.filter((name) => name.startsWith(`signpost-cache-${pid}-`))).toEqual([])
  })

  it('is replaced by the one of --cache-dir DIR', () => {
    const { code, stderr } = check('--cache-dir', 'elsewhere')
    expect([code, stderr]).toEqual([0, ''])
    expect(existsSync(join(work, 'elsewhere/compiled'))).toBe(true)
  })

  it.each([
    [['--cache-dir'], '--cache-dir needs the name of a folder.'],
    [
      ['--cache-dir=project/package.json/x'],
      'The folder of --cache-dir, project/package.json/x, cannot be',
    ],
  ])('is explained for %j', (args, message) => {
    const { code, stderr } = check(...args)
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})

it('a missing development package is named, without a stack', () => {
  rmSync(join(project, 'node_modules/esbuild'))
  rmSync(join(work, 'elsewhere'), { recursive: true, force: true })
  const { code, stderr } = check('--cache-dir', 'elsewhere')
  expect([code, stderr]).toEqual([
    1,
    'The package esbuild is not installed. Signpost needs its development packages: run npm ci without --omit=dev.\n',
  ])
})

describe('a value that is memoized on disk', () => {
  afterEach(() => void delete process.env.SIGNPOST_CACHE)

  it('is created although it cannot be saved', async () => {
    process.env.SIGNPOST_CACHE = join(project, 'package.json/cache')
    const value = await memoizeOnDisk('tests', 'key', async () => Buffer.from('value'))
    expect(value.toString()).toBe('value')
  })
})

describe('what the system lacks is explained', () => {
  it.each([
    ["Cannot find package 'vike' imported from /x/build.cjs", 'The package vike is not installed.'],
    ["Cannot find module '@vitejs/plugin-react'", 'The package @vitejs/plugin-react is not'],
    ['The service was stopped', 'esbuild was stopped'],
    ['The service is no longer running: write EPIPE', 'esbuild was stopped'],
    ['Failed to write to output file: write /x: no space left on device', 'The disk is full.'],
    ["ENOENT: no such file or directory, mkdir '/ro/x'", "This folder cannot be created: '/ro/x'."],
  ])('%s', (message, explanation) => {
    const code = /^E[A-Z]+/.exec(message)?.[0]
    expect(toUserMessage(Object.assign(new Error(message), { code }))).toContain(explanation)
  })

  it('also where a bundler reports it as a mistake in the sources', () => {
    const errors = [{ message: 'write /x: no space left on device' }]
    const { message } = explainBundleError(Object.assign(new Error(), { errors }), root)
    expect(message).toBe('The disk is full. Free some space and run the command again.')
  })

  it('but a bug keeps its stack', () => {
    for (const message of ["Cannot find module './x.ts'", 'ENOENT: no such file, open x'])
      expect(toUserMessage(new Error(message))).toBeUndefined()
  })
})

it('folders of killed processes are found by their names', () => {
  const folder = join(work, 'bundles')
  for (const name of [
    'bundle-a',
    `bundle-a-${process.ppid}`,
    'bundle-a-99999999',
    'other-99999999',
  ])
    mkdirSync(join(folder, name), { recursive: true })
  expect(listAbandoned(folder, /^bundle-\w+-(?<pid>\d+)$/)).toEqual([
    join(folder, 'bundle-a-99999999'),
  ])
  expect(listAbandoned(join(work, 'missing'), /x/)).toEqual([])
})
