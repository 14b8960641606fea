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
  let report: ChangeReport | undefined
  const failure = await runComparisons(site, args, (made) => (report = made), signal)
  return report ?? failure
}

/**
 * The same for several comparisons.
 * @param onReport called with each report, as soon as it is made
 * @returns why there is no other report
 */
export async function runComparisons(
  site: string,
  args: string[],
  onReport: (report: ChangeReport) => void,
  signal?: AbortSignal,
): Promise<string> {
  let printed = ''
  const take = (text: string) => {
    printed += text
    for (let at = printed.indexOf(reportEnd); at >= 0; at = printed.indexOf(reportEnd)) {
      const end = at + reportEnd.length
      onReport(JSON.parse(printed.slice(0, end)) as ChangeReport)
      printed = printed.slice(end)
    }
  }
  try {
    await runOwnCommand(['changes', '--site', site, '--format', 'json', ...args], signal, take)
    return 'The comparison has ended without another report.'
  } catch (error) {
    return (error as Error).message
  }
}

/** What is in the report is indented. */
const reportEnd = '\n}\n'
