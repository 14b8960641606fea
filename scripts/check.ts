/**
 * `npm run check`: every problem of the site in one run. Exit 1 on errors, 2 on wrong usage, 0 otherwise.
 * With --launch also every placeholder, and exit 1 while any is left.
 */
import {
  formatProblems,
  formats,
  summarizeProblems,
  type Format,
} from '../schema/format-problems.ts'
import { hasErrors } from '../schema/problem.ts'
import { checkSite } from './check/check-site.ts'
import { readOptions, runScript, UsageError } from './options.ts'
import { nameFromHere } from './report.ts'

const usage = `Usage: npm run check -- [--site DIR] [--format ${formats.join('|')}] [--launch]`

async function main(args: string[]): Promise<number> {
  const { site, format, launch } = readOptions(args, usage, {
    site: { type: 'string', default: '.' },
    format: { type: 'string', default: 'text' },
    launch: { type: 'boolean', default: false },
  })
  if (!formats.includes(format as Format))
    throw new UsageError(`--format is ${formats.join(', ')}, not "${format}"`, usage)
  const { problems, pages } = await checkSite(site)
  const placeholders = problems.filter(({ code }) => code === 'PLACEHOLDER')
  // Placeholders are no mistakes until the day of publishing.
  const shown = launch ? problems : problems.filter(({ code }) => code !== 'PLACEHOLDER')
  const report = formatProblems(nameFromHere(shown, site), format as Format)
  if (report !== '') console.log(report)
  // The summary goes beside the report where the report is for machines.
  const summary = [
    `${pages} pages: ${summarizeProblems(shown)}`,
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

runScript(import.meta.url, main)
