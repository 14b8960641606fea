/**
 * `npm run check`: reports every problem of the site. Exits with 1 on errors, 2 on wrong usage, and
 * otherwise 0. With --strict, warnings count as errors. With --launch, checks the site as it is
 * published: lists every placeholder, claim without evidence and fact in conflict, and also exits
 * with 1 if a page prints one. With --fix, first makes the corrections that are unambiguous.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  formatProblems,
  problemFormats,
  summarizeProblems,
  type ProblemFormat,
  formatSourceLine,
} from '../schema/problems/format-problems.ts'
import {
  addressesFileName,
  readAddresses,
  toAddressesPath,
} from '../schema/source/recorded-addresses.ts'
import { writeSiteFile } from './edit/text-edits.ts'
import { serializeEntries } from '../schema/source/recorded-entries.ts'
import { hasErrors, type Problem } from '../schema/problems/problem.ts'
import type { Edition } from '../schema/resolve/resolve-site.ts'
import { checkBlockTypes } from './check/check-block-types.ts'
import { fetchPosters, formatPosters } from './check/fetch-posters.ts'
import { fixProblems, isFixable, type FixResult } from './check/fix-problems.ts'
import {
  blocksLaunch,
  describeDailyBuild,
  describeLaunch,
  isForLaunchOnly,
} from './check/describe-launch.ts'
import { readViolations } from './prerender/cache/build-cache.ts'
import { getDefaultOutput } from './prerender/output/check-output-folder.ts'
import { acceptTranslations, recordDates } from './check/record-dates.ts'
import { findBudgetViolations } from './prerender/budgets/budgets.ts'
import { openFolderRun } from './prerender/run/folder-run.ts'
import { checkSite } from './prerender/run/inspect-site.ts'
import { listWeights } from './prerender/run/run.ts'
import { writeEditorSchema } from './shared/editor-schema.ts'
import { colorReport } from './shared/color-report.ts'
import { describeCorrections } from './shared/next-steps.ts'
import { UserError } from './shared/user-error.ts'
import { createPathFormatter, relativizeProblemPaths } from './shared/problem-paths.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { nowOption, readClock, siteOptions } from './shared/options.ts'
import { formatCommand } from './launch/commands.mjs'
import { toSiteArgs } from './shared/usage.ts'
import { toPrintable } from '../schema/problems/printable.ts'
import type { ServiceParts } from '../schema/days/coming-changes.ts'
import { formatDiff } from './edit/format-diff.ts'
import { formatCount } from '../schema/util/format-first-items.ts'
import { formatFileLine } from '../schema/problems/location.ts'

export const command = defineCommand({
  name: 'check',
  options: {
    format: {
      value: 'FORMAT',
      help: 'text for people, json for tools, github for annotations, gitlab for a Code Quality report.',
      choices: problemFormats,
      default: 'text',
    },
    launch:
      'Check the site as it will be published: without placeholders, with evidence for every claim, and with every conflict between facts settled.',
    drafts: 'Check the pages with draft: true, too.',
    ...nowOption,
    strict: 'Fail on warnings, too.',
    fix: 'Correct the mistakes that have only one possible correction, fetch the missing posters of films, and report the others.',
    'dry-run': 'With --fix: show the changes as a diff, and write nothing.',
    record: 'Record the dates and addresses of the pages, which are about to be published.',
    'accept-gone': {
      value: 'ADDRESS',
      help: 'Record that a published address was removed on purpose.',
    },
    'accept-translation': {
      value: 'ROUTE',
      help: 'Record that a translation is up to date, or all of them: all.',
      multiple: true,
    },
    ...siteOptions,
  },
  examples: {
    '': 'Report every mistake.',
    '--launch': 'Also list every placeholder, claim without evidence and fact in conflict.',
    '--now 2027-01-31': 'Check the site of that day, and its evidence.',
    '--strict --format github': 'Annotate a pull request, and fail on warnings.',
    '--record': 'Record the dates of the pages that have changed, and every address.',
    '--accept-gone /old': 'Accept that /old was removed and nothing replaces it.',
    '--accept-translation /es/precios': 'Record that this translation is up to date again.',
    '--fix': 'Correct what has only one possible correction.',
    '--fix --dry-run': 'Show what that would change.',
    '--site ../bakery': 'Check another site.',
  },
  async run({
    site,
    format,
    launch,
    drafts,
    strict,
    fix,
    'dry-run': dryRun,
    record,
    'accept-gone': goneAddress,
    'accept-translation': translations = [],
    now: givenTime,
  }) {
    if (dryRun && !fix) throw new UsageError('--dry-run needs --fix')
    const now = givenTime ?? readClock()
    if (goneAddress !== undefined) await acceptGone(site, goneAddress)
    const accepted = await acceptTranslations(site, translations)
    const recorded = record ? await recordDates(site) : ''
    const check = () =>
      checkSite(
        site,
        { moment: { now, drafts }, ...(launch && { launch }) },
        { looksAhead: givenTime === undefined },
      )
    const fixes = fix ? await fixProblems(site, check, { dryRun }) : undefined
    const found = fixes ? (dryRun ? fixes.before : fixes.after) : await check()
    const posters =
      fix && !dryRun && found.problems.some(lacksPoster) ? await fetchPosters(site, download) : []
    const result = posters.length > 0 ? await check() : found
    const { pageCount, draftCount, uncheckedChanges, serviceParts, nextChange, checked } = result
    const problems = [...result.problems, ...(await checkBlockTypes(site))]
    // Nobody opens an editor in CI.
    if (!process.env.CI) await writeEditorSchema(site, checked)
    const shown = relativizeProblemPaths(
      launch ? problems : problems.filter(not(isForLaunchOnly)),
      site,
    )
    const isFailed = hasErrors(problems) || (strict && hasWarnings(problems))
    const isBlocked = launch && (hasErrors(problems) || problems.some(blocksLaunch))
    // A build fails for what its pages weigh, and only a build knows that.
    const heavy =
      launch && !isBlocked
        ? await findHeavyPages(site, { launch, moment: { now, drafts } })
        : undefined
    const summary = [
      ...formatPosters(posters),
      ...accepted.map(
        (route) => `${route} is up to date with its original: its entry records that.`,
      ),
      recorded,
      `${formatCount(pageCount, 'page')}${formatDrafts(draftCount)}: ${summarizeProblems(shown)}`,
      uncheckedChanges === 0
        ? ''
        : `${uncheckedChanges} later days on which something begins or ends were not checked.`,
      fixes ? '' : describeFixableWarnings(problems, site),
      launch ? describeServiceParts(serviceParts) : '',
      launch && nextChange !== undefined ? describeDailyBuild(site, nextChange) : '',
      ...(heavy?.map((text) => `Over budget: ${text}`) ?? describeViolations(site)),
      describeLaunch(problems, launch, site, heavy),
      describeNextStep(shown, { launch, strict, site, hasFixed: fixes !== undefined && !dryRun }),
    ]
      .filter(Boolean)
      .join('\n')
    printCheckReport(format, { shown, summary, fixes, dryRun, site })
    return isFailed || isBlocked || heavy?.length ? 1 : 0
  },
})

const lacksPoster = ({ message }: Problem) => message.includes('has no "poster"')
const download = (url: string) => fetch(url, { signal: AbortSignal.timeout(20_000) })

const formatDrafts = (count: number): string =>
  count === 0 ? '' : ` and ${formatCount(count, 'draft')}`

type Report = {
  shown: Problem[]
  summary: string
  fixes?: FixResult<unknown>
  dryRun: boolean
  site: string
}

function printCheckReport(
  format: ProblemFormat,
  { shown, summary, fixes, dryRun, site }: Report,
): void {
  const formatPath = createPathFormatter(site)
  const formatted = fixes && (dryRun ? formatPlannedFixes : formatFixes)(fixes, formatPath)
  const problems = shown.filter(not(isPlaceholder))
  if (format === 'text') {
    // A dry run prints only the changes.
    const found = dryRun ? [] : [formatProblems(problems)]
    const placeholders = formatPlaceholders(shown.filter(isPlaceholder))
    const sections = [formatted, ...found, placeholders, summary]
    console.log(colorReport(sections.filter(Boolean).join('\n\n'), process.stdout))
  } else {
    // Standard output holds nothing but the report, which is for tools.
    const report = formatProblems(shown, format, fixes && toFixReport(fixes, formatPath))
    if (report !== '') console.log(report)
    console.error([formatted, summary].filter(Boolean).join('\n'))
  }
}

const isPlaceholder = ({ code }: Problem) => code === 'PLACEHOLDER'
const hasWarnings = (problems: Problem[]) => problems.some(({ severity }) => severity === 'warning')
const not =
  (test: (problem: Problem) => boolean) =>
  (problem: Problem): boolean =>
    !test(problem)

/** Lists which budgets the pages of a site exceed, by building them into a folder that is deleted. */
async function findHeavyPages(site: string, edition: Edition): Promise<string[]> {
  const out = await mkdtemp(join(tmpdir(), 'signpost-weights-'))
  try {
    const result = await openFolderRun({ site, out, edition }).update()
    return result.status === 'done'
      ? findBudgetViolations(listWeights(result)).map(({ text }) => text)
      : []
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

/** What the last build has found, since only a build knows what pages weigh. */
function describeViolations(site: string): string[] {
  const out = getDefaultOutput(site)
  if (!existsSync(out)) return []
  return readViolations(site, out).map((text) => `Over budget in the last build: ${text}`)
}

/** Errors that can be corrected are the next step. */
function describeFixableWarnings(problems: Problem[], site: string): string | undefined {
  const fixable = problems.filter(isFixable)
  if (fixable.length === 0 || hasErrors(fixable)) return undefined
  const command = formatCommand('check', [...toSiteArgs(site), '--fix'])
  return `${fixable.length} of them can be corrected automatically: ${command}`
}

type CheckOptions = { launch: boolean; strict: boolean; site: string; hasFixed: boolean }

/** @returns an empty string if `describeLaunch` reports it already. */
function describeNextStep(
  problems: Problem[],
  { launch, strict, site, hasFixed }: CheckOptions,
): string {
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (strict && errors.length === 0 && hasWarnings(problems))
    return 'With --strict, warnings fail the check.'
  if (errors.length > 0) return describeCorrections(errors, site, hasFixed)
  return launch ? '' : `Next: ${formatCommand('build', toSiteArgs(site))}`
}

/** @throws UserError if the address was never recorded. */
async function acceptGone(site: string, address: string): Promise<void> {
  const { entries, readError } = await readAddresses(site)
  if (readError !== undefined) return
  if (entries[address] === undefined)
    throw new UserError(`${address} is not in ${toAddressesPath(site)}, so it was not published.`)
  const recorded = serializeEntries({ ...entries, [address]: 'gone' })
  await writeSiteFile(site, addressesFileName, recorded)
}

/**
 * Formats placeholders by file: a line for each, with what to type. Editors' terminals recognize
 * `12:7` below the name of a file as a link.
 */
function formatPlaceholders(placeholders: Problem[]): string {
  const files = new Set(placeholders.map(({ file }) => file))
  const sections = [...files].map((file) => {
    const lines = placeholders.filter((problem) => problem.file === file).map(formatPlaceholder)
    return [file, ...lines].map(toPrintable).join('\n')
  })
  const title = 'Left out of the published site, until it is real:'
  return sections.length === 0 ? '' : [title, ...sections].join('\n\n')
}

function formatPlaceholder({ line = 1, column = 1, message, setOrigin, fix }: Problem): string {
  const what = message.replace(/ is a placeholder\.$/, '')
  // A template is one item, however many pages it makes.
  const others = setOrigin?.otherRowCount ? ` and ${setOrigin.otherRowCount} more` : ''
  return `  ${`${line}:${column}`.padEnd(8)}${what}${others} – ${fix}`
}

runCommand(import.meta.url, command)

/** Longer lists end with their count. */
const maxParts = 8

/** Says what visitors see with the services in the settings, and what they would see otherwise. */
const describeServiceParts = (parts: ServiceParts[]): string =>
  parts
    .flatMap(({ service, isSet, shown, hidden }) => [
      `${isSet ? 'With' : 'Without'} site.${service}, visitors see ${formatParts(shown)}.`,
      `${isSet ? 'Without it' : 'Once it is set'}, they see ${formatParts(hidden)}.`,
    ])
    .join('\n')

function formatParts(parts: string[]): string {
  if (parts.length === 0) return 'nothing instead'
  const left = parts.length - maxParts
  return [...parts.slice(0, maxParts), ...(left > 0 ? [`${left} more`] : [])].join(', ')
}

type Fixes = Omit<FixResult<unknown>, 'check'>
type FormatPath = (file: string) => string

/** Formats what `check --fix` has done: each problem, and the lines that its correction changed. */
function formatFixes({ fixed, unfixed }: Fixes, formatPath: FormatPath): string {
  const title = (problem: Problem) => formatTitle(problem, formatPath)
  const lines = [
    fixed.length === 0
      ? 'Nothing was fixed: no mistake has a correction that is sure.'
      : `Fixed ${countMistakes(fixed)}:`,
    ...fixed.flatMap((fix) => [
      title(fix.problem),
      ...fix.lines.map(({ line, text }) => formatSourceLine(line, text)),
    ]),
    ...(unfixed.length === 0
      ? []
      : ['Not fixed, because the correction would not have helped:', ...unfixed.map(title)]),
  ]
  return lines.map(toPrintable).join('\n')
}

/** Formats what `check --fix --dry-run` would do, as a diff. */
function formatPlannedFixes({ fixed, changes }: Fixes, formatPath: FormatPath): string {
  if (fixed.length === 0) return 'Nothing to fix: no mistake has a correction that is sure.'
  const diff = formatDiff(changes.map((change) => ({ ...change, file: formatPath(change.file) })))
  const lines = [
    ...diff.split('\n'),
    '',
    `Nothing was written. Without --dry-run, this fixes ${countMistakes(fixed)}:`,
    ...fixed.map(({ problem }) => formatTitle(problem, formatPath)),
  ]
  return lines.map(toPrintable).join('\n')
}

/** Lists what was fixed, and what was not, as data for tools. */
const toFixReport = ({ fixed, unfixed }: Fixes, formatPath: FormatPath) => ({
  fixed: fixed.map(({ problem, lines }) => ({ ...pickLocation(problem, formatPath), lines })),
  unfixed: unfixed.map((problem) => pickLocation(problem, formatPath)),
})

const pickLocation = ({ code, message, file, line }: Problem, formatPath: FormatPath) => ({
  code,
  message,
  file: formatPath(file),
  line,
})

const countMistakes = ({ length }: unknown[]) => formatCount(length, 'mistake')

const formatTitle = ({ file, line = 1, code, message }: Problem, formatPath: FormatPath) =>
  `  ${formatFileLine({ file: formatPath(file), line })} ${code} ${message}`
