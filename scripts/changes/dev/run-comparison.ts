import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ChangeReport } from '../report-types.ts'

const execute = promisify(execFile)
const runner = join(import.meta.dirname, '../../run.mjs')
const maxOutputBytes = 1 << 28

/**
 * Runs `npm run changes` in a process of its own, since rendering a version needs the settings of a
 * build.
 * @param args what is compared
 * @param signal ends the process
 * @returns the report, or why there is none.
 */
export async function runComparison(
  site: string,
  args: string[],
  signal?: AbortSignal,
): Promise<ChangeReport | string> {
  const options = ['--site', site, '--format', 'json']
  try {
    const { stdout } = await execute(process.execPath, [runner, 'changes', ...options, ...args], {
      maxBuffer: maxOutputBytes,
      signal,
    })
    return JSON.parse(stdout) as ChangeReport
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    return stderr?.trim() || message
  }
}
