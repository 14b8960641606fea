/**
 * `npx signpost fleet`: checks several sites, or runs another command on all of them. Exits with 1 if
 * it failed on one, 2 on wrong usage.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { readVersion } from './launch/commands.mjs'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { runConcurrently } from './shared/run-concurrently.ts'
import { UserError } from './shared/user-error.ts'

export const command = defineCommand({
  name: 'fleet',
  forms: ['SITE …'],
  arguments: { 'SITE …': 'The folders of the sites. Folders without pages.yaml are left out.' },
  options: {
    run: {
      value: 'COMMAND',
      help: 'The command to run: check, build or upgrade. upgrade writes without asking. Default: check.',
      choices: ['check', 'build', 'upgrade'],
      default: 'check',
    },
  },
  examples: {
    '../sites/*': 'Check all sites in a folder.',
    '../sites/* --run build': 'Build all of them.',
    '../sites/* --run upgrade': 'Move all of them to the newest version.',
  },
  async run({ run: name }, folders) {
    if (folders.length === 0)
      throw new UsageError('Name the folders of the sites, such as ../sites/*')
    const sites = folders.filter((folder) => existsSync(join(folder, 'pages.yaml')))
    if (sites.length === 0)
      throw new UserError(`None of these folders has a pages.yaml: ${folders.join(', ')}`)
    const others = folders.filter((folder) => !sites.includes(folder))
    if (others.length > 0) console.error(`Left out, without a pages.yaml: ${others.join(', ')}`)
    const failed: string[] = []
    // One that fails does not stop the others.
    await runConcurrently(sites, availableParallelism(), async (site) => {
      const { code, output } = await runOnSite(site, [
        name,
        ...(name === 'upgrade' ? ['--yes'] : []),
      ])
      if (code !== 0) failed.push(site)
      const text = output.trim().replaceAll(/^(?=.)/gm, '  ')
      const outcome = code === 0 ? 'done' : `failed with code ${code}`
      console.log(`${site} (Signpost ${readVersion(findProgram(site))}): ${outcome}\n\n${text}\n`)
    })
    console.log(`${sites.length - failed.length} of ${sites.length} sites: ${name} succeeded.`)
    if (failed.length > 0) console.log(`Failed: ${failed.sort().join(', ')}`)
    return failed.length > 0 ? 1 : 0
  },
})

/** Runs a command on a site in a process of its own, with the version of Signpost that it uses. */
function runOnSite(site: string, args: string[]): Promise<{ code: number; output: string }> {
  const program = join(findProgram(site), 'scripts/run.mjs')
  // Each site has a cache of its own.
  const { SIGNPOST_CACHE: _, NODE_COMPILE_CACHE: __, ...env } = process.env
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [program, ...args, '--site', site],
      { env, maxBuffer: Infinity },
      (_error, stdout, stderr) => done({ code: child.exitCode ?? 1, output: `${stderr}${stdout}` }),
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

runCommand(import.meta.url, command)
