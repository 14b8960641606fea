/**
 * `npm run facts`: prints the ledger: each fact with its readings, the places that print them, and
 * readings that contradict each other, or a worksheet for the owner. With a name or a figure,
 * prints where that is printed.
 */
import { toSiteArgs } from './shared/usage.ts'
import { formatCommand } from './launch/commands.mjs'
import { readWholeSite } from './prerender/run/inspect-site.ts'
import { hasErrors } from '../schema/problems/problem.ts'
import { answerFactsQuery } from './facts/answer-query.ts'
import { describeLedger } from './facts/describe-ledger.ts'
import { formatAnswer } from './facts/format-answer.ts'
import { formatLedger } from './facts/format-ledger.ts'
import { formatWorksheet } from './facts/format-worksheet.ts'
import { printReport, printText } from './report/print-report.ts'
import { formatDay } from '../schema/days/moment.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { formatOption, nowOption, readClock, siteOptions } from './shared/options.ts'

export const command = defineCommand({
  name: 'facts',
  forms: ["[NAME | 'FIGURE']"],
  arguments: {
    NAME: 'Show where a fact is printed, such as mobile-base, or one reading: insurance.near-me.',
    "'FIGURE'": "Show where a figure or a phrase is printed, such as '$25', 25 or '2-4 hours'.",
  },
  options: {
    ...formatOption({ markdown: 'a worksheet for the owner' }),
    review: {
      value: 'FILE',
      help: 'Write what asks for an approval as one HTML file, to send to whoever approves it.',
    },
    approvals: {
      value: 'FILE',
      help: 'Take over the answers that the file of --review has saved.',
    },
    answers: {
      value: 'FILE',
      help: 'Add the lines that have come back from a worksheet: insurance: { settled: standard }.',
    },
    ...nowOption,
    ...siteOptions,
  },
  examples: {
    '': 'List every fact and where it is printed.',
    'mobile-base': 'Show where one fact is printed.',
    "'2-4 hours'": 'Show where a figure is printed.',
    '--format markdown': 'List what the owner has to decide or prove.',
    '--answers answers.yaml': 'Settle what the owner has decided.',
    '--review review.html': 'Ask for approvals.',
    '--approvals approvals-2026-11-26.json': 'Take over the answers.',
  },
  async run({ site, format, review, approvals, answers, now = readClock() }, words) {
    const query = words.join(' ').trim()
    const alone = [review, approvals, answers].filter((file) => file !== undefined)
    if (alone.length > 0) {
      if (words.length > 0 || format !== 'text' || alone.length > 1)
        throw new UsageError('--review, --approvals and --answers are each used alone')
      if (answers !== undefined) {
        const { settleFacts } = await import('./facts/settle-facts.ts')
        return await settleFacts(site, answers)
      }
      const { writeReview, importApprovals } = await import('./facts/review.ts')
      return review === undefined
        ? await importApprovals(site, approvals!, now)
        : await writeReview(site, review, now)
    }
    if (query !== '' && format === 'markdown')
      throw new UsageError('--format markdown lists every fact. Leave out the name or figure')
    if (words.length > 0 && query === '') throw new UsageError('The name or figure is empty')
    const { resolvedSite, problems } = await readWholeSite(site, { moment: { now } })
    if (!resolvedSite || hasErrors(problems)) {
      console.error(`The site has errors. Run: ${formatCommand('check', toSiteArgs(site))}`)
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
  },
})

runCommand(import.meta.url, command)
