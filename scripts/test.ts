/**
 * `npm test`: types, generated files, the site's check, unit and contract tests, and the built site in a real browser.
 * Ends with `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './shared/find-chromium.ts'

type TestCounts = { passed: number; failed: number }

const root = join(import.meta.dirname, '..')
const resultsDir = mkdtempSync(join(tmpdir(), 'signpost-results-'))

function runBin(command: string[], env: NodeJS.ProcessEnv = {}): boolean {
  const [name, ...args] = command
  const bin = join(root, 'node_modules/.bin', name!)
  const { status } = spawnSync(bin, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return status === 0
}

/** A command without tests of its own counts as one. */
function runStep(title: string, command: string[]): TestCounts {
  console.log(`\n# ${title}`)
  const ok = runBin(command)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
}

function runUnitTests(): TestCounts {
  console.log('\n# unit and contract tests')
  const file = join(resultsDir, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const ok = runBin(['vitest', 'run', '--config', 'tests/vitest.config.ts', ...reporters])
  const report = readJsonReport(file) as
    | { numPassedTests: number; numFailedTests: number }
    | undefined
  // A file that cannot even be loaded fails the run without a failed test.
  return {
    passed: report?.numPassedTests ?? 0,
    failed: Math.max(report?.numFailedTests ?? 0, ok ? 0 : 1),
  }
}

function runBrowserTests(): TestCounts {
  console.log('\n# browser tests')
  const browser = ensureChromium()
  if (!browser) {
    console.error(
      'There is no Chromium: run `npx playwright install chromium`, or set CHROMIUM_PATH to one.',
    )
    return { passed: 0, failed: 1 }
  }
  const file = join(resultsDir, 'playwright.json')
  const ok = runBin(
    ['playwright', 'test', '--config', 'tests/playwright.config.ts', '--reporter=list,json'],
    {
      CHROMIUM_PATH: browser,
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    },
  )
  const report = readJsonReport(file) as
    | { stats: { expected: number; unexpected: number; flaky: number } }
    | undefined
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {}
  return { passed: expected + flaky, failed: Math.max(unexpected, ok ? 0 : 1) }
}

function readJsonReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const counts = [
  runStep('types', ['tsc']),
  runStep('generated files', ['tsx', 'scripts/generate.ts', '--check']),
  runStep('the site', ['tsx', 'scripts/check.ts']),
  runUnitTests(),
  runBrowserTests(),
]
rmSync(resultsDir, { recursive: true })
const sum = (key: keyof TestCounts) => counts.reduce((total, count) => total + count[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 ? 0 : 1
