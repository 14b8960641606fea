import { resolve } from 'node:path'
import type { Problem } from '../../schema/problems/problem.ts'
import { isFixable } from '../check/fix-problems.ts'
import { getDefaultOutput } from '../prerender/output/check-output-folder.ts'
import { formatCommand } from '../launch/commands.mjs'
import { toSiteArgs } from './usage.ts'
import { formatPosition } from '../../schema/problems/location.ts'

/** @param site the site's folder. @param out the output folder. */
type BuiltSite = { site: string; out: string }

/**
 * Describes how to correct errors: automatically if possible, otherwise one by one.
 * @param errors with the paths that are printed. @param hasFixed whether `--fix` has just run
 */
export function describeCorrections(errors: Problem[], site: string, hasFixed = false): string {
  const [first] = errors
  if (!first) return ''
  const fixable = hasFixed ? 0 : errors.filter(isFixable).length
  const command = formatCommand('check', [...toSiteArgs(site), '--fix'])
  if (fixable > 0) return `Next: correct ${describeShare(fixable, errors.length)}: ${command}`
  const location = formatPosition(first)
  return errors.length === 1
    ? `Next: correct the error in ${location}, and run this again.`
    : `Next: correct the first error, in ${location}, and run this again. Others may follow from it.`
}

const describeShare = (count: number, all: number) =>
  all === 1
    ? 'the error automatically'
    : `${count === all ? `all ${all}` : `${count} of the ${all}`} errors automatically`

/** Describes what to do after a build. */
export function describeNextSteps({ site, out }: BuiltSite): string {
  const view = formatServeCommand({ site, out })
  const check = formatCommand('check', [...toSiteArgs(site), '--launch'])
  return `Next: see it with \`${view}\`. Before you publish it: \`${check}\``
}

export function formatServeCommand({ site, out }: BuiltSite, ...options: string[]): string {
  const isDefault = resolve(out) === resolve(getDefaultOutput(site))
  const args = isDefault ? toSiteArgs(site) : ['--dir', out]
  return formatCommand('serve', [...args, ...options])
}
