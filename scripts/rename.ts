/**
 * `npm run rename`: moves a page to another address, with its links, an alias for the old address,
 * and its recorded date.
 */
import { formatDiff } from './edit/format-diff.ts'
import { formatRename } from './edit/pages/format-page-change.ts'
import { renamePage } from './edit/pages/rename-page.ts'
import { printText } from './report/print-report.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { siteOptions } from './shared/options.ts'
import { parseRoute } from './edit/pages/own-page.ts'

export const command = defineCommand({
  name: 'rename',
  forms: ['/OLD /NEW'],
  arguments: {
    '/OLD': 'The address of a page.',
    '/NEW': 'Its new address. The old one redirects to it.',
  },
  options: {
    'dry-run': 'Show the changes as a diff, and write nothing.',
    ...siteOptions,
  },
  examples: {
    '/prices /pricing': 'Move a page, and every link to it.',
    '/prices /pricing --dry-run': 'Show what that would change.',
  },
  async run({ site, 'dry-run': dryRun }, addresses) {
    const [from, to, ...more] = addresses.map(parseRoute)
    if (from === undefined || to === undefined || more.length > 0)
      throw new UsageError('Name the old and the new address, such as /prices /pricing')
    const result = await renamePage(site, [from, to], { dryRun })
    printText(
      dryRun
        ? `${formatDiff(result.changes)}\n\nNothing was written.`
        : formatRename([from, to], result),
    )
    return 0
  },
})

runCommand(import.meta.url, command)
