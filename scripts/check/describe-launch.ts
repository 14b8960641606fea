import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasErrors, type Problem } from '../../schema/problems/problem.ts'
import type { ProblemCode } from '../../schema/problems/problem-codes.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'
import { formatCommand } from '../launch/commands.mjs'
import { findRepositoryFolder } from '../shared/repository-folder.ts'
import { toSiteArgs } from '../shared/usage.ts'

/** What to settle before publishing, and how to count it. */
const launchTasks: { codes: ProblemCode[]; one: string; many: string }[] = [
  {
    codes: ['PLACEHOLDER', 'UNFILLED_PLACEHOLDER'],
    one: 'placeholder to replace',
    many: 'placeholders to replace',
  },
  { codes: ['UNWRITTEN_TEXT'], one: 'text to write', many: 'texts to write' },
  {
    codes: ['UNSETTLED_FACT', 'UNSETTLED_PROMISE'],
    one: 'printed fact in conflict',
    many: 'printed facts in conflict',
  },
  {
    codes: ['UNSETTLED_TOTAL'],
    one: 'question about totals',
    many: 'questions about totals',
  },
  {
    codes: ['MISSING_EVIDENCE'],
    one: 'reading of a claim without evidence',
    many: 'readings of claims without evidence',
  },
  {
    codes: ['EVIDENCE_EXPIRED'],
    one: 'expired piece of evidence',
    many: 'expired pieces of evidence',
  },
  { codes: ['UNAPPROVED'], one: 'value to approve', many: 'values to approve' },
  { codes: ['REJECTED'], one: 'rejected value', many: 'rejected values' },
]

/**
 * Whether `check --launch` fails because of a problem. Other placeholders are simply left out of the
 * published site.
 */
export const blocksLaunch = ({ code }: Problem): boolean =>
  code !== 'PLACEHOLDER' && launchTasks.some(({ codes }) => codes.includes(code))

/**
 * Whether only `--launch` lists a problem, since it does not matter before the site is published.
 */
export const isForLaunchOnly = ({ code }: Problem): boolean =>
  code === 'PLACEHOLDER' ||
  code === 'UNSETTLED_FACT' ||
  code === 'MISSING_EVIDENCE' ||
  code === 'UNAPPROVED' ||
  code === 'UNPROVEN_REVIEW' ||
  code === 'DRAWN_PORTRAIT' ||
  code === 'SPARSE_STRUCTURED_DATA'

/**
 * Says that a site with days is built after changes alone.
 * @param next the next day on which a build would differ
 */
export const describeDailyBuild = (site: string, next: string): string =>
  hasSchedule(site)
    ? ''
    : `Something begins or ends on ${next}, and appears only if the site is built then: no workflow has a schedule. ${formatCommand('new', ['ci', 'github', ...toSiteArgs(site)])} writes one that builds daily.`

/** Whether a workflow of the repository of a site runs by itself, or that is unknown, as elsewhere than on GitHub. */
function hasSchedule(site: string): boolean {
  const root = findRepositoryFolder(site)
  const folder = join(root, '.github/workflows')
  if (
    ['.gitlab-ci.yml', 'netlify.toml', 'wrangler.jsonc'].some((file) =>
      existsSync(join(root, file)),
    )
  )
    return true
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.some((name) => /^\s*schedule:/m.test(readFileSync(join(folder, name), 'utf8')))
}

/**
 * Says what is left to do before publishing, and how to list it.
 * @param launch whether it has just been listed
 * @param heavy the budgets that pages exceed, if they have been weighed
 */
export function describeLaunch(
  problems: Problem[],
  launch: boolean,
  site: string,
  heavy: string[] = [],
): string | undefined {
  const open = problems.filter(launch ? blocksLaunch : isLeft)
  const counts = launchTasks.flatMap(({ codes, one, many }) => {
    const count = open.filter(({ code }) => codes.includes(code)).length
    return count === 0 ? [] : [formatCount(count, one, many)]
  })
  const build = formatCommand('build', toSiteArgs(site))
  const check = formatCommand('check', [...toSiteArgs(site), '--launch'])
  const facts = formatCommand('facts', [...toSiteArgs(site), '--worksheet'])
  // The next step names the errors.
  if (launch && counts.length === 0 && hasErrors(problems)) return undefined
  if (heavy.length > 0) return 'Not ready to publish: pages weigh too much. Shorten their texts.'
  if (launch)
    return counts.length === 0
      ? `Ready to publish: ${describeLeftOut(problems)}, no facts are in conflict, and every claim that is printed has evidence. Next: ${build}`
      : `Not ready to publish: ${counts.join(', ')}. What the owner must decide or prove: ${facts}`
  return counts.length === 0
    ? undefined
    : `Before publishing: ${counts.join(', ')}. List them with: ${check}`
}

/**
 * Whether a problem has not been reported yet, although it keeps the site from being published. All
 * facts in conflict count, so that the number is the same with `--launch`.
 */
const isLeft = (problem: Problem) =>
  problem.code === 'PLACEHOLDER' ||
  problem.code === 'UNSETTLED_PROMISE' ||
  problem.code === 'UNSETTLED_TOTAL' ||
  (blocksLaunch(problem) && isForLaunchOnly(problem))

function describeLeftOut(problems: Problem[]): string {
  const count = problems.filter(({ code }) => code === 'PLACEHOLDER').length
  const reviews = problems.filter(({ code }) => code === 'UNPROVEN_REVIEW').length
  return [
    count === 0 ? 'there are no placeholders' : describeCount(count, 'placeholder'),
    ...(reviews === 0 ? [] : [describeCount(reviews, 'review')]),
  ].join(', ')
}

const describeCount = (count: number, noun: string) =>
  `${formatCount(count, noun)} ${count === 1 ? 'is' : 'are'} left out`
