/** `npm run reviews`: adds reviews that another program has exported to those of the site. */
import { extname } from 'node:path'
import { formatCount } from '../schema/util/format-first-items.ts'
import { formatDiff } from './edit/format-diff.ts'
import { formatCommand } from './launch/commands.mjs'
import type { ImportedReviews } from './reviews/import-reviews.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { siteOptions } from './shared/options.ts'
import { printText } from './report/print-report.ts'
import { toSiteArgs } from './shared/usage.ts'

export const command = defineCommand({
  name: 'reviews',
  forms: ['import FILE'],
  arguments: {
    FILE: "Google Takeout's reviews of the business (.json), or a spreadsheet (.csv), whatever its columns are called.",
  },
  options: {
    'dry-run': 'Show the changes as a diff, and write nothing.',
    ...siteOptions,
  },
  examples: {
    'import reviews.json': 'Add the reviews that are not there yet.',
    'import form-answers.csv --dry-run': 'Show what that would add.',
  },
  async run({ site, 'dry-run': dryRun }, [action, path, ...more]) {
    if (action !== 'import' || path === undefined || more.length > 0)
      throw new UsageError('Write import and a file')
    if (!/^\.(?:csv|tsv|json)$/i.test(extname(path)))
      throw new UsageError(`Reviews are imported from .csv and .json, unlike "${path}"`)
    const { importReviews } = await import('./reviews/import-reviews.ts')
    printText(formatImported(await importReviews(site, path, { dryRun }), { site, dryRun }))
    return 0
  },
})

function formatImported(
  { file, added, known, refused, ignored, monthFirst, guessedFrom, change }: ImportedReviews,
  { site, dryRun }: { site: string; dryRun: boolean },
): string {
  const check = formatCommand('check', ['--launch', ...toSiteArgs(site)])
  return [
    `${file}: ${formatCount(added.length, 'review')} ${dryRun ? 'would be added' : 'added'}, ${known} known already.`,
    ...(refused.length > 0 ? ['Left out:', ...refused.map((reason) => `  ${reason}`)] : []),
    ...(guessedFrom === undefined
      ? []
      : [
          `${guessedFrom} was read with the ${monthFirst ? 'month' : 'day'} first. No date of the file tells.`,
        ]),
    ...(ignored.length > 0 ? [`Columns without a use here: ${ignored.join(', ')}.`] : []),
    ...(dryRun && added.length > 0 ? ['', formatDiff([change])] : []),
    dryRun
      ? 'Nothing was written.'
      : added.length > 0
        ? `None is published yet: ask each author, and fill in permission and checked. ${check} lists them.`
        : '',
  ]
    .filter((line, index) => line !== '' || index > 0)
    .join('\n')
    .trimEnd()
}

runCommand(import.meta.url, command)
