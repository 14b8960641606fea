import type { ProblemCode } from '../../schema/problems/problem-codes.ts'
import type { Problem } from '../../schema/problems/types.ts'
import { formatCommand, toSiteArgs } from '../shared/usage.ts'

/** What to settle before publishing, and how to count it. */
const launchTasks = [
  { code: 'PLACEHOLDER', one: 'placeholder to replace', many: 'placeholders to replace' },
  { code: 'UNFILLED_PLACEHOLDER', one: 'placeholder to replace', many: 'placeholders to replace' },
  { code: 'UNSETTLED_FACT', one: 'fact in conflict', many: 'facts in conflict' },
  { code: 'MISSING_EVIDENCE', one: 'claim without evidence', many: 'claims without evidence' },
  {
    code: 'EVIDENCE_EXPIRED',
    one: 'expired piece of evidence',
    many: 'expired pieces of evidence',
  },
] as const satisfies { code: ProblemCode; one: string; many: string }[]

/**
 * Whether a problem keeps a site from being published. Other placeholders are simply left out of
 * the published site.
 */
export const blocksLaunch = ({ code }: Problem): boolean =>
  code !== 'PLACEHOLDER' && launchTasks.some((task) => task.code === code)

/**
 * Whether only `--launch` lists a problem, since it does not matter before the site is published.
 */
export const isForLaunchOnly = ({ code }: Problem): boolean =>
  code === 'PLACEHOLDER' ||
  code === 'UNSETTLED_FACT' ||
  code === 'MISSING_EVIDENCE' ||
  code === 'SPARSE_STRUCTURED_DATA'

/**
 * Says what is left to do before publishing, and how to list it.
 * @param launch whether it has just been listed
 */
export function describeLaunch(
  problems: Problem[],
  launch: boolean,
  site: string,
): string | undefined {
  const open = problems.filter(launch ? blocksLaunch : isLeft)
  const counts = launchTasks.flatMap(({ code, one, many }) => {
    const count = open.filter((problem) => problem.code === code).length
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  const build = formatCommand('npm run build', toSiteArgs(site))
  const check = formatCommand('npm run check', [...toSiteArgs(site), '--launch'])
  const facts = formatCommand('npm run facts', [...toSiteArgs(site), '--format', 'markdown'])
  if (launch)
    return counts.length === 0
      ? `Ready to publish: ${describeLeftOut(problems)}, no facts are in conflict, and every claim has evidence. Next: ${build}`
      : `Not ready to publish: ${counts.join(', ')}. What the owner must decide or prove: ${facts}`
  return counts.length === 0
    ? undefined
    : `Before publishing: ${counts.join(', ')}. List them with: ${check}`
}

/** Whether a problem has not been reported yet, although it keeps the site from being published. */
const isLeft = (problem: Problem) =>
  problem.code === 'PLACEHOLDER' || (blocksLaunch(problem) && isForLaunchOnly(problem))

function describeLeftOut(problems: Problem[]): string {
  const count = problems.filter(({ code }) => code === 'PLACEHOLDER').length
  if (count === 0) return 'there are no placeholders'
  return count === 1 ? '1 placeholder is left out' : `${count} placeholders are left out`
}
