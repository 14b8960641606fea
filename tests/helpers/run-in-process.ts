import { join } from 'node:path'
import { executeCommand, type AnyCommand } from '../../scripts/shared/command.ts'
import { root, type ScriptResult } from './run-npm-script.ts'

/**
 * Runs a command in this process, which is much faster than `runNpmScript`. Use that for threads,
 * for processes that stay or are killed, and where a new process must find what an earlier one has
 * left on the disk.
 * @param options.clockOffset by how many milliseconds the command's clock is fast.
 */
export async function runInProcess(
  name: string,
  args: string[] = [],
  options: { clockOffset?: number } = {},
): Promise<ScriptResult> {
  const command = await importCommand(name)
  const { result, ...output } = await captureOutput(() => executeCommand(command, args), options)
  return { code: result, ...output }
}

/** @param name in `scripts/launch/commands.mjs` */
export const importCommand = async (name: string): Promise<AnyCommand> =>
  ((await import(join(root, 'scripts', `${name}.ts`))) as { command: AnyCommand }).command

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
