/** `npm run facts`: the ledger. Each fact, its readings, where each is printed, and what does not agree. */
import { loadSite } from '../schema/load-site.ts'
import { hasErrors } from '../schema/problems/problem.ts'
import { describeLedger } from './facts/describe-ledger.ts'
import { formatLedger } from './facts/format-ledger.ts'
import { parseOptions, runCommand, UsageError } from './shared/run-command.ts'

const ledgerFormats = ['text', 'json']
const usage = `Usage: npm run facts -- [--site DIR] [--format ${ledgerFormats.join('|')}]`

async function main(args: string[]): Promise<number> {
  const { site, format } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    format: { type: 'string', default: 'text' },
  })
  if (!ledgerFormats.includes(format))
    throw new UsageError(`--format is ${ledgerFormats.join(' or ')}, not "${format}"`, usage)
  const { resolvedSite, problems } = await loadSite(site)
  if (!resolvedSite || hasErrors(problems)) {
    console.error('The site has errors. Run: npm run check')
    return 1
  }
  const report = describeLedger(resolvedSite)
  console.log(format === 'json' ? JSON.stringify(report, null, 2) : formatLedger(report))
  return 0
}

runCommand(import.meta.url, main)
