/**
 * `npm run changes`: compares the site with an earlier version, and reports what visitors and
 * search engines find changed.
 */
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { compareTried, compareUnsaved } from './changes/compare-unsaved.ts'
import { compareVersions } from './changes/compare-versions.ts'
import { formatMarkdown } from './changes/format/format-markdown.ts'
import { formatChanges } from './changes/format/format-text.ts'
import {
  openCurrentVersion,
  openEarlierVersion,
  openMoment,
} from './changes/versions/open-version.ts'
import type { ChangeReport } from './changes/report-types.ts'
import { printReport } from './report/print-report.ts'
import { UserError } from './shared/user-error.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { formatOption, nowOption, parseNow, readClock, siteOptions } from './shared/options.ts'
import { assertSiteFolder } from './shared/site-folders.ts'

export const command = defineCommand({
  name: 'changes',
  forms: ['[VERSION]', '--now TIME --now TIME', '--unsaved FILE', '--unsaved FILE --unsaved FILE'],
  arguments: {
    VERSION:
      'What to compare with: a Git reference, such as main, or the folder of an earlier output. Default: HEAD. Two references compare with each other: v1..v2.',
  },
  options: {
    now: { ...nowOption.now, multiple: true },
    unsaved: {
      value: 'FILE',
      multiple: true,
      help: 'Show what unsaved edits would change: JSON with the texts of files, by path. Further ones are each compared with the first.',
    },
    ...formatOption({ markdown: 'a pull request' }),
    ...siteOptions,
  },
  examples: {
    '': 'Show what the uncommitted changes do.',
    main: 'Compare with the branch main.',
    'main...': 'Compare with the commit where this branch left main.',
    'HEAD~2..HEAD~1': 'Show what one commit did.',
    '../dist-before': 'Compare with an earlier output that you kept.',
    '--now 2026-12-31 --now 2027-01-01': 'Show what changes from one day to another.',
    'HEAD^1 --format markdown': 'Write a comment for a pull request.',
    '--unsaved edits.json': 'Show what unsaved edits would change.',
  },
  async run({ site, format, unsaved = [], now: days = [] }, positionals) {
    if (positionals.length > 1) throw new UsageError(`Name one version, not ${positionals.length}`)
    if (days.length > 2) throw new UsageError(`Name at most two moments, not ${days.length}`)
    if (days.length === 2 && positionals.length > 0)
      throw new UsageError('With two moments, the version in the folder is compared')
    if (unsaved.length > 0 && (days.length === 2 || positionals.length > 0))
      throw new UsageError('With --unsaved, the saved files are compared')
    const [first, second = first] = days.map(parseNow)
    const now = second ?? readClock()
    const range = /^(.+?)\.\.([^./].*)$/.exec(positionals[0] ?? '')
    assertSiteFolder(site)
    const formatted = format === 'markdown' ? formatMarkdown : formatChanges
    const print = (report: ChangeReport) => printReport(format, report, () => formatted(report))
    const [edits, ...tried] = unsaved.map((path) => readUnsaved(site, path))
    if (!edits) print(compareVersions(await openBefore(), await openAfter()))
    else if (tried.length === 0) print(await compareUnsaved(site, edits, now))
    else for await (const report of compareTried(site, edits, tried, now)) print(report)
    return 0

    function openBefore() {
      return days.length === 2
        ? openMoment(site, first!)
        : openEarlierVersion(site, range?.[1] ?? positionals[0] ?? 'HEAD', now)
    }

    function openAfter() {
      if (range) return openEarlierVersion(site, range[2]!, now)
      return days.length === 2 ? openMoment(site, now) : openCurrentVersion(site, now)
    }
  },
})

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

runCommand(import.meta.url, command)
