/**
 * `npm run changes`: compares the site with an earlier version, and reports what visitors and
 * search engines find changed.
 */
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setUnsavedSources } from '../schema/source/text/source-bytes.ts'
import { compareVersions } from './changes/compare-versions.ts'
import { formatMarkdown } from './changes/format/format-markdown.ts'
import { formatChanges } from './changes/format/format-text.ts'
import {
  openCurrentVersion,
  openEarlierVersion,
  openMoment,
} from './changes/versions/open-version.ts'
import { assertSiteFolder, parseOptionsAndPositionals } from './shared/parse-options.ts'
import { assertReportFormat, printReport } from './shared/print-report.ts'
import { runCommand } from './shared/run-command.ts'
import { nowOption, readNow } from './shared/now-option.ts'
import { UserError } from './shared/user-error.ts'
import { cacheOption, defineUsage, siteOption, UsageError } from './shared/usage.ts'

const formats = ['text', 'json', 'markdown']

const usage = defineUsage(
  [
    `npm run changes -- [VERSION] [--site DIR] [--cache-dir DIR] [--now TIME] [--format ${formats.join('|')}]`,
    'npm run changes -- --now TIME --now TIME [--site DIR] [--cache-dir DIR]',
    'npm run changes -- --unsaved FILE [--site DIR] [--cache-dir DIR]',
  ],
  {
    VERSION:
      'What to compare with: a Git reference, such as main, or the folder of an earlier output. Default: HEAD.',
    ...siteOption,
    ...cacheOption,
    ...nowOption,
    '--unsaved FILE':
      'Show what unsaved edits would change: JSON with the texts of files, by path.',
    '--format FORMAT':
      'text for people, json for tools, markdown for a pull request. Default: text.',
  },
  {
    'npm run changes': 'Show what the uncommitted changes do.',
    'npm run changes -- main': 'Compare with the branch main.',
    'npm run changes -- main...': 'Compare with the commit where this branch left main.',
    'npm run changes -- ../dist-before': 'Compare with an earlier output that you kept.',
    'npm run changes -- --now 2026-12-31 --now 2027-01-01':
      'Show what changes from one day to another.',
    'npm run changes -- HEAD^1 --format markdown': 'Write a comment for a pull request.',
    'npm run changes -- --site ../bakery': 'Compare another site.',
    'npm run changes -- --cache-dir /var/cache/site': 'Keep the cache in another folder.',
    'npm run changes -- --unsaved edits.json': 'Show what unsaved edits would change.',
  },
)

export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseOptionsAndPositionals(args, usage, {
    site: { type: 'string', default: '.' },
    format: { type: 'string', default: 'text' },
    now: { type: 'string', multiple: true },
    unsaved: { type: 'string' },
  })
  const { site, format, unsaved } = values
  assertReportFormat(format, usage, formats)
  if (positionals.length > 1)
    throw new UsageError(`Name one version, not ${positionals.length}`, usage)
  const { now: days = [] } = values
  if (days.length > 2) throw new UsageError(`Name at most two moments, not ${days.length}`, usage)
  if (days.length === 2 && positionals.length > 0)
    throw new UsageError('With two moments, the version in the folder is compared', usage)
  if (unsaved !== undefined && (days.length === 2 || positionals.length > 0))
    throw new UsageError('With --unsaved, the saved files are compared', usage)
  const [first, second = first] = days.map((day) => readNow(day, usage))
  const now = second ?? readNow(undefined, usage)
  assertSiteFolder(site)
  const texts = unsaved === undefined ? new Map() : readUnsaved(site, unsaved)
  const before = await openBefore()
  setUnsavedSources(texts)
  const after =
    days.length === 2
      ? await openMoment(site, now)
      : await openCurrentVersion(site, now, unsaved && 'the unsaved edits')
  const report = compareVersions(before, after)
  setUnsavedSources(new Map())
  const formatted = format === 'markdown' ? formatMarkdown : formatChanges
  printReport(format, report, () => formatted(report))
  return 0

  function openBefore() {
    if (unsaved !== undefined) return openCurrentVersion(site, now, 'the saved files')
    return days.length === 2
      ? openMoment(site, first!)
      : openEarlierVersion(site, positionals[0] ?? 'HEAD', now)
  }
}

/** Reads the texts that replace files of a site. @returns them by real path */
function readUnsaved(site: string, path: string): Map<string, Buffer> {
  try {
    const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
    const folder = realpathSync(site)
    return new Map(
      Object.entries(texts).map(([file, text]) => [join(folder, file), Buffer.from(text)]),
    )
  } catch (error) {
    throw new UserError(
      `${path} cannot be read: ${(error as Error).message}. Write JSON such as {"pages.yaml": "site: …"}.`,
    )
  }
}

runCommand(import.meta.url, usage, main)
