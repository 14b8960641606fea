/**
 * `npm run changes`: says what a change of the site changes for visitors and search engines:
 * compares the site with an earlier version of it.
 */
import { compareVersions } from './changes/compare-versions.ts'
import { formatMarkdown } from './changes/format/format-markdown.ts'
import { formatChanges } from './changes/format/format-text.ts'
import { openCurrentVersion, openEarlierVersion } from './changes/versions/open-version.ts'
import { assertSiteFolder, parseOptionsAndPositionals } from './shared/parse-options.ts'
import { assertReportFormat, printReport } from './shared/print-report.ts'
import { runCommand } from './shared/run-command.ts'
import { readToday, todayOption } from './shared/today.ts'
import { cacheOption, defineUsage, siteOption, UsageError } from './shared/usage.ts'

const formats = ['text', 'json', 'markdown']

const usage = defineUsage(
  `npm run changes -- [VERSION] [--site DIR] [--cache-dir DIR] [--today DATE] [--format ${formats.join('|')}]`,
  {
    VERSION:
      'What to compare with: a Git reference, such as main, or the folder of an earlier output. Default: HEAD.',
    ...siteOption,
    ...cacheOption,
    ...todayOption,
    '--format FORMAT':
      'text for people, json for tools, markdown for a pull request. Default: text.',
  },
  {
    'npm run changes': 'What the uncommitted changes do.',
    'npm run changes -- main': 'What differs from the branch main.',
    'npm run changes -- main...': 'What differs from where this branch left main.',
    'npm run changes -- ../dist-before': 'What differs from an output that was kept.',
    'npm run changes -- HEAD^1 --format markdown': 'The comment for a pull request.',
  },
)

export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseOptionsAndPositionals(args, usage, {
    site: { type: 'string', default: '.' },
    format: { type: 'string', default: 'text' },
    today: { type: 'string' },
  })
  const { site, format } = values
  assertReportFormat(format, usage, formats)
  if (positionals.length > 1)
    throw new UsageError(`Name one version, not ${positionals.length}`, usage)
  const today = readToday(values.today, usage)
  assertSiteFolder(site)
  const before = await openEarlierVersion(site, positionals[0] ?? 'HEAD')
  const after = await openCurrentVersion(site)
  const report = compareVersions(before, after, today)
  const formatted = format === 'markdown' ? formatMarkdown : formatChanges
  printReport(format, report, () => formatted(report))
  return 0
}

runCommand(import.meta.url, usage, main)
