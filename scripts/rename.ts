/**
 * `npm run rename`: moves a page to another address, with its links, an alias for the old address,
 * and its recorded date.
 */
import { stripTrailingSlash } from '../schema/resolve/route-paths.ts'
import { formatDiff } from './edit/format-diff.ts'
import { formatRename } from './rename/format-rename.ts'
import { renamePage } from './rename/rename-page.ts'
import { parseOptionsAndPositionals } from './shared/parse-options.ts'
import { printText } from './shared/print-report.ts'
import { runCommand } from './shared/run-command.ts'
import { defineUsage, siteOption, UsageError } from './shared/usage.ts'

const usage = defineUsage(
  'npm run rename -- /OLD /NEW [--dry-run] [--site DIR]',
  {
    '/OLD': 'The address of a page.',
    '/NEW': 'Its new address. The old one redirects to it.',
    '--dry-run': 'Show the changes as a diff, and write nothing.',
    ...siteOption,
  },
  {
    'npm run rename -- /prices /pricing': 'Move a page, and every link to it.',
    'npm run rename -- /prices /pricing --dry-run': 'Show what that would change.',
    'npm run rename -- /old /new --site ../bakery': 'Move a page of another site.',
  },
)

export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseOptionsAndPositionals(args, usage, {
    site: { type: 'string', default: '.' },
    'dry-run': { type: 'boolean', default: false },
  })
  const { site, 'dry-run': dryRun } = values
  const [from, to, ...more] = positionals.map(parseRoute)
  if (from === undefined || to === undefined || more.length > 0)
    throw new UsageError('Name the old and the new address, such as /prices /pricing', usage)
  const result = await renamePage(site, [from, to], { dryRun })
  printText(
    dryRun
      ? `${formatDiff(result.changes)}\n\nNothing was written.`
      : formatRename([from, to], result),
  )
  return 0
}

const parseRoute = (written: string) => stripTrailingSlash(`/${written.trim().replace(/^\/+/, '')}`)

runCommand(import.meta.url, usage, main)
