import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Problem } from '../../schema/problems/types.ts'
import { blocksLaunch, isForLaunchOnly } from '../check/describe-launch.ts'
import { getDefaultOutput } from '../prerender/output/check-output-folder.ts'
import { nextChangeFile } from '../prerender/output/render-next-change.ts'
import { readVersion } from '../launch/commands.mjs'
import { tryParseJson } from '../../schema/util/try-parse.ts'

const root = join(import.meta.dirname, '../..')

/** The state of a site. What is undefined is unknown, such as the age of a build. */
export type FleetSite = {
  site: string
  /** The version of Signpost that the site uses. */
  version: string
  /** Why the site could not be checked. */
  failure?: string
  errors?: number
  warnings?: number
  /** What is left to do before publishing. */
  launchTasks?: number
  expiredEvidence?: number
  /** When a build would differ without an edit. */
  nextChange?: string
  daysSinceBuild?: number
}

/** Finds out the state of a site, with the version of Signpost that it uses. */
export async function inspectFleetSite(site: string): Promise<FleetSite> {
  const out = getDefaultOutput(site)
  const check = await runOnSite(site, ['check', '--launch', '--format', 'json'])
  const common = {
    site,
    version: readVersion(findProgram(site)),
    nextChange: readNextChange(out),
    daysSinceBuild: findDaysSinceBuild(out),
  }
  const problems = tryParseJson<{ problems: Problem[] }>(check.report)?.problems
  if (!problems) return { ...common, failure: check.output.trim().split('\n')[0] }
  const count = (test: (problem: Problem) => boolean) => problems.filter(test).length
  return {
    ...common,
    // What keeps a site from being published has a column of its own.
    errors: count((problem) => problem.severity === 'error' && !blocksLaunch(problem)),
    warnings: count((problem) => problem.severity === 'warning' && !isForLaunchOnly(problem)),
    launchTasks: count((problem) => problem.code === 'PLACEHOLDER' || blocksLaunch(problem)),
    expiredEvidence: count(({ code }) => code === 'EVIDENCE_EXPIRED'),
  }
}

/**
 * Runs a command on a site in a process of its own, with the version of Signpost that it uses.
 * @returns the exit code, standard output, and everything that it printed
 */
export function runOnSite(
  site: string,
  args: string[],
): Promise<{ code: number; report: string; output: string }> {
  const program = join(findProgram(site), 'scripts/run.mjs')
  // Each site has a cache of its own.
  const { SIGNPOST_CACHE: _, NODE_COMPILE_CACHE: __, ...env } = process.env
  const child = spawn(process.execPath, [program, ...args, '--site', site], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [report, output] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    report += text
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((done) => {
    child.on('error', ({ message }) => done({ code: 1, report, output: message }))
    child.on('close', (code) => done({ code: code ?? 1, report, output }))
  })
}

/** @returns the folder of the Signpost that a site has installed, or else of this one. */
function findProgram(site: string): string {
  for (let folder = resolve(site); ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules/signpost')
    if (existsSync(join(found, 'scripts/run.mjs'))) return found
    if (dirname(folder) === folder) return root
  }
}

function readNextChange(out: string): string | undefined {
  const file = join(out, nextChangeFile)
  if (!existsSync(file)) return undefined
  const { changes } = JSON.parse(readFileSync(file, 'utf8')) as { changes: { local: string }[] }
  return changes[0]?.local
}

/** The days since a build has written something new. */
function findDaysSinceBuild(out: string): number | undefined {
  if (!existsSync(out)) return undefined
  const times = ['', ...readdirSync(out)].map((name) => statSync(join(out, name)).mtimeMs)
  return Math.floor((Date.now() - Math.max(...times)) / 86_400_000)
}
