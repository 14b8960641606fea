/**
 * `npm run check`: every problem of the site in one run. Exit 1 on errors, 2 on wrong usage, 0 otherwise.
 * With --launch also every placeholder, and exit 1 while any is left.
 */
import {
  formatProblems,
  problemFormats,
  summarizeProblems,
  type ProblemFormat,
} from '../schema/problems/format-problems.ts'
import { hasErrors } from '../schema/problems/problem.ts'
import { checkSite } from './prerender/session/check-site.ts'
import { parseOptions, runCommand, UsageError } from './shared/run-command.ts'
import { relativizeProblemPaths } from './shared/problem-paths.ts'

const usage = `Usage: npm run check -- [--site DIR] [--format ${problemFormats.join('|')}] [--launch]`

async function main(args: string[]): Promise<number> {
  const { site, format, launch } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    format: { type: 'string', default: 'text' },
    launch: { type: 'boolean', default: false },
  })
  if (!problemFormats.includes(format as ProblemFormat))
    throw new UsageError(`--format is ${problemFormats.join(', ')}, not "${format}"`, usage)
  const { problems, pageCount } = await checkSite(site)
  const placeholders = problems.filter(({ code }) => code === 'PLACEHOLDER')
  // Placeholders are no mistakes until the day of publishing.
  const shown = launch ? problems : problems.filter(({ code }) => code !== 'PLACEHOLDER')
  const report = formatProblems(relativizeProblemPaths(shown, site), format as ProblemFormat)
  if (report !== '') console.log(report)
  // The summary goes beside the report where the report is for machines.
  const summary = [
    `${pageCount} pages: ${summarizeProblems(shown)}`,
    describePlaceholders(placeholders.length, launch),
  ]
    .filter(Boolean)
    .join('\n')
  if (format === 'text') console.log(`${report === '' ? '' : '\n'}${summary}`)
  else console.error(summary)
  return hasErrors(problems) || (launch && placeholders.length > 0) ? 1 : 0
}

function describePlaceholders(count: number, launch: boolean): string | undefined {
  const left = count === 1 ? '1 placeholder' : `${count} placeholders`
  if (launch)
    return count === 0
      ? 'Ready to publish: no placeholder is left.'
      : `Not ready to publish: ${left} to replace.`
  return count === 0
    ? undefined
    : `${left} to replace before publishing: npm run check -- --launch lists them.`
}

runCommand(import.meta.url, main)
