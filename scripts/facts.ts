/** `npm run facts`: the ledger. Each fact, its readings, where each is printed, and what does not agree. */
import { loadSite } from '../schema/load-site.ts'
import { hasErrors } from '../schema/problem.ts'
import { describeLedger } from './facts/describe-ledger.ts'
import { formatLedger } from './facts/format-ledger.ts'
import { readOptions, runScript, UsageError } from './options.ts'

const formats = ['text', 'json']
const usage = `Usage: npm run facts -- [--site DIR] [--format ${formats.join('|')}]`

async function main(args: string[]): Promise<number> {
  const { site, format } = readOptions(args, usage, {
    site: { type: 'string', default: '.' },
    format: { type: 'string', default: 'text' },
  })
  if (!formats.includes(format))
    throw new UsageError(`--format is ${formats.join(' or ')}, not "${format}"`, usage)
  const { resolved, problems } = await loadSite(site)
  if (!resolved || hasErrors(problems)) {
    console.error('The site has errors. Run: npm run check')
    return 1
  }
  const report = describeLedger(resolved)
  console.log(format === 'json' ? JSON.stringify(report, null, 2) : formatLedger(report))
  return 0
}

runScript(import.meta.url, main)
