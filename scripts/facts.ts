/**
 * `npm run facts`: prints the ledger: each fact with its readings, the places that print them, and
 * readings that contradict each other, or a worksheet for the owner. With a name or a figure,
 * prints where that is printed.
 */
import { readWholeSite } from './prerender/session/inspect-site.ts'
import { hasErrors } from '../schema/problems/problem.ts'
import { answerFactsQuery } from './facts/answer-query.ts'
import { describeLedger } from './facts/describe-ledger.ts'
import { formatAnswer } from './facts/format-answer.ts'
import { formatLedger } from './facts/format-ledger.ts'
import { formatWorksheet } from './facts/format-worksheet.ts'
import { parseOptionsAndPositionals } from './shared/parse-options.ts'
import { assertReportFormat, printReport, printText } from './shared/print-report.ts'
import { formatDay } from '../schema/days/moment.ts'
import { nowOption, readNow } from './shared/now-option.ts'
import { runCommand } from './shared/run-command.ts'
import { defineUsage, siteOption, UsageError } from './shared/usage.ts'

const usage = defineUsage(
  [
    'npm run facts -- [--site DIR] [--format text|json|markdown] [--now TIME]',
    "npm run facts -- NAME|'FIGURE' [--site DIR] [--format text|json] [--now TIME]",
  ],
  {
    NAME: 'Show where a fact is printed, such as mobile-base, or one reading: insurance.near-me.',
    "'FIGURE'": "Show where a figure or a phrase is printed, such as '$25', 25 or '2-4 hours'.",
    ...siteOption,
    '--format FORMAT':
      'text for people, json for tools, markdown for a worksheet for the owner. Default: text.',
    ...nowOption,
  },
  {
    'npm run facts': 'List every fact and where it is printed.',
    'npm run facts -- mobile-base': 'Show where one fact is printed.',
    "npm run facts -- '2-4 hours'": 'Show where a figure is printed.',
    'npm run facts -- --format json': 'List every fact, for a program.',
    'npm run facts -- --format markdown': 'List what the owner has to decide or prove.',
    'npm run facts -- --now 2027-01-31': 'List the facts of that day.',
    'npm run facts -- --site ../bakery': 'List the facts of another site.',
  },
)

export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseOptionsAndPositionals(args, usage, {
    site: { type: 'string', default: '.' },
    format: { type: 'string', default: 'text' },
    now: { type: 'string' },
  })
  const { site, format } = values
  const query = positionals.join(' ').trim()
  assertReportFormat(format, usage, query === '' ? ['text', 'json', 'markdown'] : undefined)
  const now = readNow(values.now, usage)
  if (positionals.length > 0 && query === '')
    throw new UsageError('The name or figure is empty', usage)
  const { resolvedSite, problems } = await readWholeSite(site, { moment: { now } })
  if (!resolvedSite || hasErrors(problems)) {
    console.error('The site has errors. Run: npm run check')
    return 1
  }
  const today = formatDay(resolvedSite.context.moment)
  if (query === '') {
    const report = describeLedger(resolvedSite, today)
    if (format === 'markdown') printText(formatWorksheet(report, today))
    else printReport(format, report, () => formatLedger(report))
    return 0
  }
  const answer = answerFactsQuery(resolvedSite, query, today)
  printReport(format, answer, () => formatAnswer(answer))
  return answer.facts.length + answer.typed.length + answer.related.length > 0 ? 0 : 1
}

runCommand(import.meta.url, usage, main)
