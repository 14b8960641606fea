/**
 * `npm test`: types, format and lint, unused code, generated files, the site itself, then the unit
 * tests and the browser tests. At the end, it names what failed again; the last line is
 * `N passed, N failed`. Exit 1 if anything failed, 2 on wrong usage.
 */
import { tryRead } from './shared/try-read.ts'
import { tryParseJson } from '../schema/util/try-parse.ts'
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { globSync } from 'tinyglobby'
import { escapePattern } from '../schema/util/escape-pattern.ts'

/** @property failures names of what failed, where only the middle of the output has them. */
type Count = { passed: number; failed: number; failures?: string[] }
/** @property milliseconds How long it took, if it began before the steps in front of it ended. */
type Outcome = Count & { milliseconds?: number }
type Step = { title: string; run: () => Outcome | Promise<Outcome> }

const root = join(import.meta.dirname, '..')

export const command = defineCommand({
  name: 'test',
  forms: ['[NAME …]'],
  arguments: {
    'NAME …': 'Run only the test files whose path below tests/ contains NAME, and no other checks.',
  },
  options: { unit: 'Skip the browser tests.' },
  examples: {
    '': 'Run every check and every test.',
    '--unit sets facts': 'Run the unit tests whose files have these names.',
  },
  async run({ unit }, names) {
    const folder = mkdtempSync(join(chooseTemporaryFolder(), 'signpost-tests-'))
    // Tests and the commands and browsers that they start write there.
    process.env.TMPDIR = folder
    process.env.TEST_RUN = folder
    try {
      return await runSteps(planSteps(unit, names, folder))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

/**
 * Tests write and remove thousands of files, which takes a disk a seventh of the time of the unit
 * tests. Linux has a folder in memory, of a few megabytes in many containers.
 */
function chooseTemporaryFolder(): string {
  const folder = '/dev/shm'
  try {
    const { bsize, bavail } = statfsSync(folder)
    accessSync(folder, constants.W_OK)
    return bsize * bavail > 2 ** 32 ? folder : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** @param names The names that select test files; none selects every check and every test. */
function planSteps(unitOnly: boolean, names: string[], reports: string): Step[] {
  const unit = (files: string[] = []): Step => ({
    title: 'unit tests',
    run: () => runUnitTests(files, join(reports, 'vitest.json')),
  })
  const browser = (files: string[] = []): Step => ({
    title: 'browser tests',
    run: () => runBrowserTests(files, join(reports, 'playwright.json')),
  })
  if (names.length === 0) return [...startChecks(), unit(), ...(unitOnly ? [] : [browser()])]

  const { selected, unmatched } = selectTests(listTests(root, { unitOnly }), names)
  if (unmatched.length > 0) {
    const kind = unitOnly ? 'unit test' : 'test'
    throw new UsageError(`No ${kind} file has a path below tests/ that contains "${unmatched[0]}"`)
  }
  return [
    ...(selected.unit.length > 0 ? [unit(selected.unit)] : []),
    ...(selected.browser.length > 0 ? [browser(selected.browser)] : []),
  ]
}

/** Starts all checks at the same time, because each uses one core. */
function startChecks(): Step[] {
  return [
    check('types', [binary('tsc')]),
    check('format and lint', [binary('biome'), 'ci', '.']),
    check('unused files and exports', [binary('knip')]),
    check('generated files', [binary('tsx'), 'scripts/generate.ts', '--check']),
    check('the site', [process.execPath, 'scripts/run.mjs', 'check']),
  ]
}

/**
 * Starts a command, and prints what it has printed when its turn has come. A command that has no
 * tests of its own counts as one test.
 */
function check(title: string, [program = '', ...args]: string[]): Step {
  const start = Date.now()
  // A terminal shows the colors that a pipe would not get.
  const env = process.stdout.isTTY ? { FORCE_COLOR: '1', ...process.env } : process.env
  const command = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [command.stdout, command.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = new Promise<Outcome>((resolve) => {
    const end = (ok: boolean) =>
      resolve({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, milliseconds: Date.now() - start })
    command.once('close', (code) => end(code === 0))
    command.once('error', ({ message }) => {
      output += `${message}\n`
      end(false)
    })
  })
  const run = async () => {
    const outcome = await ended
    process.stdout.write(output)
    return outcome
  }
  return { title, run }
}

async function runSteps(steps: Step[]): Promise<number> {
  const start = Date.now()
  const total: Count = { passed: 0, failed: 0 }
  const failures: string[] = []
  for (const { title, run } of steps) {
    console.log(`\n# ${title}`)
    const stepStart = Date.now()
    const counted = await run()
    const { passed, failed, milliseconds = Date.now() - stepStart } = counted
    total.passed += passed
    total.failed += failed
    if (failed > 0) failures.push(...(counted.failures ?? [title]))
    const outcome = failed === 0 ? 'passed' : 'FAILED'
    console.log(`# ${title}: ${outcome} after ${formatMilliseconds(milliseconds)}`)
  }
  if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join('\n  ')}`)
  console.log(`\nFinished after ${formatMilliseconds(Date.now() - start)}`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
}

function runUnitTests(files: string[], report: string): Count {
  const command = ['vitest', 'run', '--config', 'tests/vitest.config.ts']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ok = runBinary([...command, ...reporters, ...files])
  const counts = readReport<UnitReport>(report)
  // A file that cannot be loaded fails the run without a failed test.
  const failed = Math.max(counts?.numFailedTests ?? 0, ok ? 0 : 1)
  const named = counts ? listFailures(counts, root) : []
  // An error outside of the tests belongs to none.
  const failures = named.length > 0 ? named : ['unit tests']
  return { passed: counts?.numPassedTests ?? 0, failed, failures }
}

async function runBrowserTests(files: string[], report: string): Promise<Count> {
  // Imported late, because loading Playwright is slow.
  const { ensureChromium } = await import('./shared/find-chromium.ts')
  const browser = await ensureChromium()
  if (!browser) {
    const fix = 'Run `npx playwright install chromium`, or set CHROMIUM_PATH to its path.'
    console.error(`Chromium is missing. ${fix}`)
    return { passed: 0, failed: 1 }
  }
  const command = ['playwright', 'test', '--config', 'tests/playwright.config.ts']
  // Playwright interprets arguments as regular expressions.
  const patterns = files.map(escapePattern)
  const ok = runBinary([...command, '--reporter=list,json', ...patterns], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  const counts = readReport<{ stats: { expected: number; flaky: number; unexpected: number } }>(
    report,
  )?.stats
  return {
    passed: (counts?.expected ?? 0) + (counts?.flaky ?? 0),
    failed: Math.max(counts?.unexpected ?? 0, ok ? 0 : 1),
  }
}

const binary = (name: string): string => join(root, 'node_modules/.bin', name)

/** @returns Whether the command succeeded. */
function runBinary([name = '', ...args]: string[], env: NodeJS.ProcessEnv = {}): boolean {
  const { status, error } = spawnSync(binary(name), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (error) console.error(error.message)
  return status === 0
}

/** For example `4.2 s` or `3 min 5 s`. */
function formatMilliseconds(milliseconds: number): string {
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** What Vitest writes with `--reporter=json`, as far as it is used here. */
type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    /** The path of the file. */
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** @returns undefined if there is none, or if it was not written completely. */
const readReport = <Report>(file: string) => tryParseJson<Report>(String(tryRead(file)))

/**
 * Names the tests that failed. A file that could not be loaded, or whose preparation failed, has
 * none, so it is named with its error.
 */
export function listFailures({ testResults }: UnitReport, root: string): string[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(root, name)
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (failed.length > 0) return failed.map(({ fullName }) => `${file}: ${fullName}`)
      return [message === '' ? file : `${file}: ${message.split('\n')[0]}`]
    })
}

/** Paths of test files, relative to the project. */
type TestFiles = { unit: string[]; browser: string[] }

/** Lists the test files that `tests/vitest.config.ts` and `tests/playwright.config.ts` include. */
export function listTests(root: string, { unitOnly = false } = {}): TestFiles {
  const list = (pattern: string) => globSync(pattern, { cwd: root }).sort()
  return {
    unit: list('tests/**/*.test.{ts,tsx}'),
    browser: unitOnly ? [] : list('tests/e2e/**/*.spec.ts'),
  }
}

/**
 * Selects the files whose path below tests/ contains one of the names.
 * @returns The files, and the names that match no file.
 */
export function selectTests(files: TestFiles, names: string[]) {
  const contains = (file: string, name: string) => file.slice('tests/'.length).includes(name)
  const select = (list: string[]) =>
    list.filter((file) => names.some((name) => contains(file, name)))
  const all = [...files.unit, ...files.browser]
  return {
    selected: { unit: select(files.unit), browser: select(files.browser) } satisfies TestFiles,
    unmatched: names.filter((name) => !all.some((file) => contains(file, name))),
  }
}

runCommand(import.meta.url, command)
