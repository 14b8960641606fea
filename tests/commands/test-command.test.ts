/** `npm test` itself: how it selects test files, and how it installs a browser. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInstaller } from '../../scripts/shared/find-chromium.ts'
import { listFailures, listTests, selectTests } from '../../scripts/test.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root, runNpmScript } from '../helpers/run-npm-script.ts'

describe('test files', () => {
  const files = {
    unit: ['tests/build.test.ts', 'tests/rules/links.test.ts'],
    browser: ['tests/e2e/links.spec.ts'],
  }

  it('are found, and exist', () => {
    const { unit, browser } = listTests(root)
    expect(unit.length).toBeGreaterThan(30)
    expect(browser.length).toBeGreaterThan(5)
    expect([...unit, ...browser].filter((file) => !existsSync(join(root, file)))).toEqual([])
    expect(listTests(root, { unitOnly: true })).toEqual({ unit, browser: [] })
  })

  it('are selected by a part of their name, both unit and browser tests', () => {
    expect(selectTests(files, ['links'])).toEqual({
      selected: { unit: ['tests/rules/links.test.ts'], browser: files.browser },
      unmatched: [],
    })
  })

  it('are selected by any of several names', () => {
    expect(selectTests(files, ['build', 'links']).selected).toEqual(files)
  })

  it('are selected by the name of a folder', () => {
    expect(selectTests(files, ['rules/', 'tests']).selected.unit).toEqual([
      'tests/rules/links.test.ts',
    ])
    expect(selectTests(files, ['rules', 'tests']).unmatched).toEqual(['tests'])
  })
})

describe('npm test', () => {
  it.each([
    [['--quick'], "Unknown option '--quick'"],
    [['no-such-file'], 'No test file has a path below tests/ that contains "no-such-file"'],
    [
      ['--unit', 'navigation'],
      'No unit test file has a path below tests/ that contains "navigation"',
    ],
  ])('%j exits 2 and shows its usage', async (args, message) => {
    const { code, stdout, stderr } = await runInProcess('test', args)
    expect(stderr).toMatch(`${message}\nUsage: npm test -- `)
    expect(stdout).toBe('')
    expect(code).toBe(2)
  })

  it('NAME runs only that file, with the title and duration of the step, and counts its tests', () => {
    const { code, stdout } = runNpmScript('test', ['--unit', 'sitemap'])
    expect(stdout).toMatch(/^\n# unit tests\n[^#]*\n# unit tests: passed after [\d.]+ s\n/)
    expect(stdout).toMatch(/\nFinished after [\d.]+ s\n4 passed, 0 failed\n$/)
    expect(code).toBe(0)
  })
})

it('names failures at the end: tests, and files that could not be loaded', () => {
  const passed = { status: 'passed', fullName: 'a passes' }
  const testResults = [
    { name: '/r/tests/a.test.ts', status: 'passed', message: '', assertionResults: [passed] },
    {
      name: '/r/tests/b.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [passed, { status: 'failed', fullName: 'b fails' }],
    },
    {
      name: '/r/tests/c.test.ts',
      status: 'failed',
      message: 'No such file\n  at c.test.ts',
      assertionResults: [],
    },
  ]
  expect(listFailures({ numPassedTests: 2, numFailedTests: 1, testResults }, '/r')).toEqual([
    'tests/b.test.ts: b fails',
    'tests/c.test.ts: No such file',
  ])
})

describe('the installation of a browser', () => {
  let work: string
  beforeAll(async () => void (work = await mkdtemp(join(tmpdir(), 'signpost-installer-'))))
  afterAll(() => rm(work, { recursive: true }))

  it('gives no reason when it succeeds', async () => {
    expect(await runInstaller('echo Warning >&2')).toBeUndefined()
  })

  it('shows why it failed: its errors, or its output when it wrote none', async () => {
    expect(await runInstaller('echo Reading; echo "E: No such package" >&2; exit 100')).toBe(
      'E: No such package',
    )
    expect(await runInstaller('echo Download failed; exit 1')).toBe('Download failed')
    expect(await runInstaller('exit 7')).toContain('exit 7')
  })

  it('waits while the package database is locked', async () => {
    const released = join(work, 'released')
    const message = 'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 42.'
    const command = `test -e ${released} || { touch ${released}; echo "${message}" >&2; exit 100; }`
    expect(await runInstaller(command, { retryMs: 10 })).toBeUndefined()
  })

  it('stops waiting for a lock, and shows who holds it', async () => {
    const message = 'E: Unable to acquire the dpkg frontend lock, is another process using it?'
    const command = `echo "${message}" >&2; exit 100`
    // Another attempt would end too late.
    expect(await runInstaller(command, { timeoutMs: 60_000, retryMs: 60_000 })).toBe(message)
  })

  it('stops a command that never ends', async () => {
    expect(await runInstaller('exec sleep 60', { timeoutMs: 100 })).toBe(
      'It was stopped after 0 s.',
    )
  })
})
