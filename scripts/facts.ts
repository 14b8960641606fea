/**
 * `npm run facts`: prints the ledger: each fact with its readings, the places that print them, and
 * readings that contradict each other.
 */
import { loadSite } from '../schema/load-site.ts'
import { hasErrors } from '../schema/problems/problem.ts'
import { describeLedger } from './facts/describe-ledger.ts'
import { formatLedger } from './facts/format-ledger.ts'
import {
  formatUsage,
  parseOptions,
  runCommand,
  siteOption,
  UsageError,
} from './shared/run-command.ts'

const ledgerFormats = ['text', 'json']
const usage = formatUsage(`npm run facts -- [--site DIR] [--format ${ledgerFormats.join('|')}]`, {
  ...siteOption,
  '--format FORMAT': 'text for people or json for tools. Default: text.',
})

async function main(args: string[]): Promise<number> {
  const { site, format } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    format: { type: 'string', default: 'text' },
  })
  if (!ledgerFormats.includes(format))
    throw new UsageError(`--format must be ${ledgerFormats.join(' or ')}, not "${format}"`, usage)
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
