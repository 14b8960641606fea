import { executeMain, type Main } from '../../scripts/shared/run-command.ts'
import { runNpmScript, type ScriptResult } from './run-npm-script.ts'

const commands: Record<string, () => Promise<Main>> = {
  build: async () => (await import('../../scripts/build.ts')).main,
  changes: async () => (await import('../../scripts/changes.ts')).main,
  check: async () => (await import('../../scripts/check.ts')).main,
  dates: async () => (await import('../../scripts/dates.ts')).main,
  facts: async () => (await import('../../scripts/facts.ts')).main,
  generate: async () => (await import('../../scripts/generate.ts')).main,
  lighthouse: async () => (await import('../../scripts/lighthouse.ts')).main,
  links: async () => (await import('../../scripts/links.ts')).main,
  merge: async () => (await import('../../scripts/merge.ts')).main,
  new: async () => (await import('../../scripts/new.ts')).main,
  'page-weight': async () => (await import('../../scripts/page-weight.ts')).main,
  pages: async () => (await import('../../scripts/pages.ts')).main,
  rename: async () => (await import('../../scripts/rename.ts')).main,
  routes: async () => (await import('../../scripts/routes.ts')).main,
  serve: async () => (await import('../../scripts/serve.ts')).main,
  shots: async () => (await import('../../scripts/shots.ts')).main,
  start: async () => (await import('../../scripts/start.ts')).main,
  test: async () => (await import('../../scripts/test.ts')).main,
  where: async () => (await import('../../scripts/where.ts')).main,
}

/**
 * Runs a command in this process, which is much faster than `runNpmScript`. Commands that are not
 * listed above are started. Use `runNpmScript` for threads, for processes that stay or are killed,
 * and where a new process must find what an earlier one has left on the disk.
 * @param options.clockOffset by how many milliseconds the command's clock is fast.
 */
export async function runInProcess(
  name: string,
  args: string[] = [],
  options: { clockOffset?: number } = {},
): Promise<ScriptResult> {
  const load = commands[name]
  if (!load) return runNpmScript(name, args)
  const main = await load()
  const { result, ...output } = await captureOutput(() => executeMain(main, args), options)
  return { code: result, ...output }
}

/** Runs a function and captures what it prints. */
async function captureOutput<T>(
  run: () => Promise<T>,
  { clockOffset = 0 }: { clockOffset?: number } = {},
): Promise<{ result: T; stdout: string; stderr: string }> {
  const { log, error } = console
  const clock = Date.now
  const output = { stdout: '', stderr: '' }
  console.log = (text: unknown) => void (output.stdout += `${String(text)}\n`)
  console.error = (text: unknown) => void (output.stderr += `${String(text)}\n`)
  Date.now = () => clock() + clockOffset
  try {
    return { result: await run(), ...output }
  } finally {
    Object.assign(console, { log, error })
    Date.now = clock
  }
}
