/**
 * `npx signpost fleet`: one table of the state of several sites, or one command over all of them.
 * Exits with 1 if a site has errors or a command failed, 2 on wrong usage.
 */
import { runConcurrently } from './shared/run-concurrently.ts'
import { availableParallelism } from 'node:os'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inspectFleetSite, runOnSite, type FleetSite } from './fleet/inspect-fleet-site.ts'
import { formatColumns, joinSections } from './report/print-text.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { formatOption } from './shared/options.ts'
import { printReport, type ReportFormat } from './report/print-report.ts'
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
  const found = await runConcurrently(sites, availableParallelism(), inspectFleetSite)
  printReport(format, found, () => formatFleet(found))
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

const columns: { title: string; value: (site: FleetSite) => string | number | undefined }[] = [
  { title: 'site', value: ({ site }) => site },
  { title: 'version', value: ({ version }) => version },
  { title: 'errors', value: ({ errors }) => errors },
  { title: 'warnings', value: ({ warnings }) => warnings },
  { title: 'launch list', value: ({ launchTasks }) => launchTasks },
  { title: 'expired evidence', value: ({ expiredEvidence }) => expiredEvidence },
  { title: 'next change', value: ({ nextChange }) => nextChange },
  { title: 'days since build', value: ({ daysSinceBuild }) => daysSinceBuild },
]

/** Formats one line for each site. */
function formatFleet(sites: FleetSite[]): string {
  const rows = sites.map((site) => columns.map(({ value }) => String(value(site) ?? '–')))
  const titles = columns.map(({ title }) => title)
  const failures = sites.flatMap(({ site, failure }) =>
    failure === undefined ? [] : [`${site} could not be checked: ${failure}`],
  )
  return joinSections([formatColumns(rows, titles), ...failures])
}
