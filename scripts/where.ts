/** `npm run where`: tells where a page is written, what links to it, and what it prints. */
import { answerWhere } from './pages/answer-where.ts'
import { readReportedSite } from './shared/read-site-report.ts'
import { parseOptionsAndPositionals } from './shared/parse-options.ts'
import { assertReportFormat, printReport } from './shared/print-report.ts'
import { runCommand } from './shared/run-command.ts'
import { defineUsage, siteOption, UsageError } from './shared/usage.ts'

const usage = defineUsage(
  'npm run where -- /ADDRESS [--site DIR] [--format text|json]',
  {
    '/ADDRESS': 'A page, an alias, a file, /page#anchor or a full URL.',
    ...siteOption,
    '--format FORMAT': 'text for people or json for tools. Default: text.',
  },
  {
    'npm run where -- /pricing': 'Show where a page is written, and what links to it.',
    'npm run where -- /pricing#fees': 'Show the same for a part of a page.',
    'npm run where -- https://www.example.com/old/': 'Show what is at an address.',
    'npm run where -- /pricing --site ../bakery': 'Look in another site.',
    'npm run where -- /pricing --format json': 'Print it as JSON, for a program.',
  },
)

export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseOptionsAndPositionals(args, usage, {
    site: { type: 'string', default: '.' },
    format: { type: 'string', default: 'text' },
  })
  const { site, format } = values
  assertReportFormat(format, usage)
  const [address, ...more] = positionals
  if (address === undefined || more.length > 0)
    throw new UsageError('Name one address, such as /pricing', usage)
  const answer = answerWhere(await readReportedSite(site, { everything: true }), address)
  printReport(format, answer.data, () => answer.text)
  return answer.isFound ? 0 : 1
}

runCommand(import.meta.url, usage, main)
