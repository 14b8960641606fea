/**
 * `npm run delete`: deletes a page. Its address redirects to another page, with the links to it, or
 * is gone for good.
 */
import { deletePage } from './edit/pages/delete-page.ts'
import { formatDeletion } from './edit/pages/format-page-change.ts'
import { formatDiff } from './edit/format-diff.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { siteOptions } from './shared/options.ts'
import { printText } from './report/print-report.ts'
import { parseRoute } from './edit/pages/own-page.ts'

export const command = defineCommand({
  name: 'delete',
  forms: ['/PAGE'],
  arguments: { '/PAGE': 'The address of a page.' },
  options: {
    to: {
      value: '/OTHER',
      help: 'The page to which the address and all links lead then. Without it, the address is gone.',
      parse: parseRoute,
    },
    'dry-run': 'Show the changes as a diff, and write nothing.',
    ...siteOptions,
  },
  examples: {
    '/summer-sale': 'Delete a page to which no other page links.',
    '/prices --to /pricing': 'Delete a page that another one replaces.',
    '/prices --to /pricing --dry-run': 'Show what that would change.',
  },
  async run({ site, to, 'dry-run': dryRun }, addresses) {
    const [route, ...more] = addresses.map(parseRoute)
    if (route === undefined || more.length > 0)
      throw new UsageError('Name the page to delete, such as /prices')
    const deletion = { route, ...(to !== undefined && { redirectTo: to }) }
    const result = await deletePage(site, deletion, { dryRun })
    printText(
      dryRun
        ? `${formatDiff(result.changes)}\n\nNothing was written.`
        : formatDeletion(deletion, result),
    )
    return 0
  },
})

runCommand(import.meta.url, command)
