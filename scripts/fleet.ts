/**
 * `npx signpost fleet`: one table of the state of several sites, or one command over all of them.
 * Exits with 1 if a site has errors or a command failed, 2 on wrong usage.
 */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Problem } from '../schema/problems/problem.ts'
import { tryParseJson } from '../schema/util/try-parse.ts'
import { blocksLaunch, isForLaunchOnly } from './check/describe-launch.ts'
import { readVersion } from './launch/commands.mjs'
import { getDefaultOutput } from './prerender/output/check-output-folder.ts'
import { nextChangeFile } from './prerender/output/render-next-change.ts'
import { printReport, type ReportFormat } from './report/print-report.ts'
import type { ReportSection } from './report/section.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { formatOption } from './shared/options.ts'
import { runConcurrently } from './shared/run-concurrently.ts'
import { tryRead } from './shared/try-read.ts'
import { UserError } from './shared/user-error.ts'

const runnable = ['check', 'build', 'upgrade'] as const

export const command = defineCommand({
  name: 'fleet',
  forms: ['SITE …'],
  arguments: { 'SITE …': 'The folders of the sites. Folders without pages.yaml are left out.' },
  options: {
    run: {
      value: 'COMMAND',
      help: 'Run a command on every site instead: check, build or upgrade. upgrade writes without asking.',
      choices: runnable,
    },
    ...formatOption(),
  },
  examples: {
    '../sites/*': 'Show the state of all sites in a folder.',
    '../sites/* --run build': 'Build all of them.',
    '../sites/* --run upgrade': 'Move all of them to the newest version.',
  },
  async run({ run, format }, folders) {
    if (folders.length === 0)
      throw new UsageError('Name the folders of the sites, such as ../sites/*')
    const sites = folders.filter((folder) => existsSync(join(folder, 'pages.yaml')))
    if (sites.length === 0)
      throw new UserError(`None of these folders has a pages.yaml: ${folders.join(', ')}`)
    const others = folders.filter((folder) => !sites.includes(folder))
    if (others.length > 0) console.error(`Left out, without a pages.yaml: ${others.join(', ')}`)
    return run === undefined ? showFleet(sites, format) : runOnFleet(sites, run)
  },
})

async function showFleet(sites: string[], format: ReportFormat): Promise<number> {
  const found = await runConcurrently(sites, availableParallelism(), inspectSite)
  printReport(format, found, () => describeFleet(found))
  return found.some(({ errors, failure }) => failure !== undefined || errors! > 0) ? 1 : 0
}

/** Runs a command on all sites. One that fails does not stop the others. */
async function runOnFleet(sites: string[], name: (typeof runnable)[number]): Promise<number> {
  const failed: string[] = []
  await runConcurrently(sites, availableParallelism(), async (site) => {
    const { code, output } = await runOnSite(site, [name, ...(name === 'upgrade' ? ['--yes'] : [])])
    if (code !== 0) failed.push(site)
    const text = output.trim().replaceAll(/^(?=.)/gm, '  ')
    console.log(`${site}: ${code === 0 ? 'done' : `failed with code ${code}`}\n\n${text}\n`)
  })
  const done = sites.length - failed.length
  console.log(`${done} of ${sites.length} sites: ${name} succeeded.`)
  if (failed.length > 0) console.log(`Failed: ${failed.sort().join(', ')}`)
  return failed.length > 0 ? 1 : 0
}

runCommand(import.meta.url, command)

/** The state of a site. What is undefined is unknown, such as the age of a build. */
type SiteState = {
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

/** The columns of the table by their headings. */
const columns = {
  site: 'site',
  version: 'version',
  errors: 'errors',
  warnings: 'warnings',
  'launch list': 'launchTasks',
  'expired evidence': 'expiredEvidence',
  'next change': 'nextChange',
  'days since build': 'daysSinceBuild',
} satisfies Record<string, keyof SiteState>

const describeFleet = (sites: SiteState[]): ReportSection[] => [
  {
    table: {
      headings: Object.keys(columns),
      rows: sites.map((site) => Object.values(columns).map((key) => site[key] ?? '–')),
    },
  },
  ...sites.flatMap(({ site, failure }) =>
    failure === undefined
      ? []
      : [{ lines: [{ text: `${site} could not be checked: ${failure}` }] }],
  ),
]

/** Finds out the state of a site, with the version of Signpost that it uses. */
async function inspectSite(site: string): Promise<SiteState> {
  const out = getDefaultOutput(site)
  const check = await runOnSite(site, ['check', '--launch', '--format', 'json'])
  const next = tryParseJson<{ changes: { local: string }[] }>(
    String(tryRead(join(out, nextChangeFile))),
  )
  const common = {
    site,
    version: readVersion(findProgram(site)),
    nextChange: next?.changes[0]?.local,
    daysSinceBuild: findDaysSinceBuild(out),
  }
  const problems = tryParseJson<{ problems: Problem[] }>(check.stdout)?.problems
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

/** Runs a command on a site in a process of its own, with the version of Signpost that it uses. */
function runOnSite(
  site: string,
  args: string[],
): Promise<{ code: number; stdout: string; output: string }> {
  const program = join(findProgram(site), 'scripts/run.mjs')
  // Each site has a cache of its own.
  const { SIGNPOST_CACHE: _, NODE_COMPILE_CACHE: __, ...env } = process.env
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [program, ...args, '--site', site],
      { env, maxBuffer: Infinity },
      (_error, stdout, stderr) =>
        done({ code: child.exitCode ?? 1, stdout, output: `${stderr}${stdout}` }),
    )
    child.stdin?.end()
  })
}

/** @returns the folder of the Signpost that a site has installed, or else of this one. */
function findProgram(site: string): string {
  for (let folder = resolve(site); ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules/signpost')
    if (existsSync(join(found, 'scripts/run.mjs'))) return found
    if (dirname(folder) === folder) return join(import.meta.dirname, '..')
  }
}

/** The days since a build has written something new. */
function findDaysSinceBuild(out: string): number | undefined {
  if (!existsSync(out)) return undefined
  const times = ['', ...readdirSync(out)].map((name) => statSync(join(out, name)).mtimeMs)
  return Math.floor((Date.now() - Math.max(...times)) / 86_400_000)
}
