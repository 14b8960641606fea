/** `npm run where`: tells where a page is written, what links to it, and what it prints. */
import { answerWhere } from './pages/answer-where.ts'
import { readReportedSite } from './shared/read-site-report.ts'
import { printReport } from './report/print-report.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { formatOption, siteOptions } from './shared/options.ts'

export const command = defineCommand({
  name: 'where',
  forms: ['/ADDRESS'],
  arguments: { '/ADDRESS': 'A page, an alias, a file, /page#anchor or a full URL.' },
  options: { ...formatOption(), ...siteOptions },
  examples: {
    '/pricing': 'Show where a page is written, and what links to it.',
    '/pricing#fees': 'Show the same for a part of a page.',
    'https://www.example.com/old/': 'Show what is at an address.',
  },
  async run({ site, format }, [address, ...more]) {
    if (address === undefined || more.length > 0)
      throw new UsageError('Name one address, such as /pricing')
    const answer = answerWhere(await readReportedSite(site, { everything: true }), address)
    printReport(format, answer.data, () => answer.text)
    return answer.isFound ? 0 : 1
  },
})

runCommand(import.meta.url, command)
