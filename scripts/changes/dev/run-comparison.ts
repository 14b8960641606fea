import { runOwnCommand } from '../../shared/run-own-command.ts'
import type { ChangeReport } from '../report-types.ts'

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
  try {
    const options = ['--site', site, '--format', 'json']
    return JSON.parse(await runOwnCommand(['changes', ...options, ...args], signal)) as ChangeReport
  } catch (error) {
    return (error as Error).message
  }
}
