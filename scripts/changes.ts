/**
 * `npm run changes`: compares the site with an earlier version, and reports what visitors and
 * search engines find changed.
 */
import { compareVersions } from './report/changes/compare-versions.ts'
import { formatMarkdownReport } from './report/changes/format-markdown.ts'
import { formatChanges } from './report/changes/format-text.ts'
import { openCurrentVersion, openEarlierVersion } from './report/changes/open-version.ts'
import type { SiteVersion } from './report/changes/site-version.ts'
import { printReport } from './report/print-report.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { formatOption, nowOption, parseNow, readClock, siteOptions } from './shared/options.ts'
import { assertSiteFolder } from './shared/site-folders.ts'

export const command = defineCommand({
  name: 'changes',
  forms: ['[VERSION]', '--now TIME --now TIME'],
  arguments: {
    VERSION:
      'What to compare with: a Git reference, such as main, or the folder of another copy of the site. Default: HEAD. Two references compare with each other: v1..v2.',
  },
  options: {
    now: { ...nowOption.now, multiple: true },
    ...formatOption({ markdown: 'a pull request' }),
    ...siteOptions,
  },
  examples: {
    '': 'Show what the uncommitted changes do.',
    main: 'Compare with the branch main.',
    'main...': 'Compare with the commit where this branch left main.',
    'HEAD~2..HEAD~1': 'Show what one commit did.',
    '../site-before': 'Compare with another copy of the site.',
    '--now 2026-12-31 --now 2027-01-01': 'Show what changes from one day to another.',
    'HEAD^1 --format markdown': 'Write a comment for a pull request.',
  },
  async run({ site, format, now: days = [] }, positionals) {
    if (positionals.length > 1) throw new UsageError(`Name one version, not ${positionals.length}`)
    if (days.length > 2) throw new UsageError(`Name at most two moments, not ${days.length}`)
    if (days.length === 2 && positionals.length > 0)
      throw new UsageError('With two moments, the version in the folder is compared')
    const [first, second = first] = days.map(parseNow)
    const now = second ?? readClock()
    const range = /^(.+?)\.\.([^./].*)$/.exec(positionals[0] ?? '')
    assertSiteFolder(site)
    const openMoment = (at: string, like?: SiteVersion) =>
      openCurrentVersion(site, at, { name: `the site of ${at}`, like })
    const before =
      days.length === 2
        ? await openMoment(first!)
        : await openEarlierVersion(site, range?.[1] ?? positionals[0] ?? 'HEAD', now)
    const after = range
      ? await openEarlierVersion(site, range[2]!, now, { like: before })
      : days.length === 2
        ? await openMoment(now, before)
        : await openCurrentVersion(site, now, { like: before })
    const report = await compareVersions(before, after)
    const formatted = format === 'markdown' ? formatMarkdownReport : formatChanges
    printReport(format, report, () => formatted(report))
    return 0
  },
})

runCommand(import.meta.url, command)
