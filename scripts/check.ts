/** `npm run check`: every problem of the site in one run. Exit 1 on errors, 2 on wrong usage, 0 otherwise. */
import { formatProblems, formats, summarizeProblems, type Format } from '../schema/format-problems.ts'
import { loadSite } from '../schema/load-site.ts'
import { hasErrors } from '../schema/problem.ts'
import { readOptions, runScript, UsageError } from './options.ts'
import { nameFromHere } from './report.ts'

const usage = `Usage: npm run check -- [--site DIR] [--format ${formats.join('|')}]`

async function main(args: string[]): Promise<number> {
  const { site, format } = readOptions(args, usage, {
    site: { type: 'string', default: '.' },
    format: { type: 'string', default: 'text' },
  })
  if (!formats.includes(format as Format)) throw new UsageError(`--format is ${formats.join(', ')}, not "${format}"`, usage)
  const { problems, pages } = await loadSite(site)
  const report = formatProblems(nameFromHere(problems, site), format as Format)
  if (report !== '') console.log(report)
  // The summary goes beside the report where the report is for machines.
  const summary = `${pages.length} pages: ${summarizeProblems(problems)}`
  if (format === 'text') console.log(`${report === '' ? '' : '\n'}${summary}`)
  else console.error(summary)
  return hasErrors(problems) ? 1 : 0
}

await runScript(import.meta.url, main)
