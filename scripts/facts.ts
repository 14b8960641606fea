/**
 * `npm run facts`: prints the ledger: each fact with its readings, the places that print them, and
 * readings that contradict each other, or a worksheet for the owner. With a name or a figure,
 * prints where that is printed.
 */
import { readReportedSite } from './shared/read-site-report.ts'
import { findFigures } from './report/find-figures.ts'
import { formatFoundFacts, formatLedger, summarizeLedger } from './report/facts-report.ts'
import { listLedger } from './report/list-ledger.ts'
import { printReport } from './report/print-report.ts'
import { listQuestions } from './report/questions.ts'
import { formatWorksheet } from './report/worksheet.ts'
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
    ...formatOption({ markdown: 'an issue or a letter' }),
    worksheet:
      'List what the owner has to decide, prove or fill in, each with the lines that answer it.',
    answers: {
      value: 'FILE',
      help: 'Add the lines that have come back from a worksheet.',
    },
    ...nowOption,
    ...siteOptions,
  },
  examples: {
    '': 'List every fact and where it is printed.',
    'mobile-base': 'Show where one fact is printed.',
    "'2-4 hours'": 'Show where a figure is printed.',
    '--worksheet': 'List what the owner has to decide, prove or fill in.',
    '--answers answers.yaml': 'Write the answers to where they belong.',
  },
  async run({ site, format, worksheet, answers, now = readClock() }, words) {
    const query = words.join(' ').trim()
    if (answers !== undefined) {
      if (words.length > 0 || format !== 'text' || worksheet)
        throw new UsageError('--answers is used alone')
      const { applyAnswers } = await import('./facts/apply-answers.ts')
      return await applyAnswers(site, answers, now)
    }
    if (query !== '' && worksheet)
      throw new UsageError('--worksheet lists every question. Leave out the name or figure')
    if (words.length > 0 && query === '') throw new UsageError('The name or figure is empty')
    const whole = await readReportedSite(site, { now })
    const today = formatDay(whole.context.moment)
    if (query !== '') {
      const found = findFigures(whole, query, today)
      printReport(format, found, () => formatFoundFacts(found))
      return found.facts.length + found.typed.length + found.related.length > 0 ? 0 : 1
    }
    const ledger = listLedger(whole, today)
    const questions = listQuestions(whole, ledger, today)
    if (worksheet)
      // Whoever answers it reads it in an editor or in a letter.
      printReport(format === 'text' ? 'markdown' : format, questions, () =>
        formatWorksheet(whole, questions, ledger, today),
      )
    else
      printReport(format, { summary: summarizeLedger(ledger), ...ledger, questions }, () =>
        formatLedger(ledger, questions),
      )
    return 0
  },
})

runCommand(import.meta.url, command)
