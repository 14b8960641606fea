import { resolve } from 'node:path'
import { getDefaultOutput } from '../prerender/output/check-output-folder.ts'
import { formatCommand, toSiteArgs } from './usage.ts'

/** @param site the site's folder. @param out the output folder. */
type BuiltSite = { site: string; out: string }

/** Describes what to do after a build. */
export function describeNextSteps({ site, out }: BuiltSite): string {
  const view = formatServeCommand({ site, out })
  const check = formatCommand('npm run check', [...toSiteArgs(site), '--launch'])
  return `Next: see it with \`${view}\`. Before you publish it: \`${check}\``
}

export function formatServeCommand({ site, out }: BuiltSite, ...options: string[]): string {
  const isDefault = resolve(out) === resolve(getDefaultOutput(site))
  const args = isDefault ? toSiteArgs(site) : ['--dir', out]
  return formatCommand('npm run serve', [...args, ...options])
}
