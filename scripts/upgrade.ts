/**
 * `npx signpost upgrade`: installs another version of Signpost, moves the site to its spec
 * language, and checks it. Exits with 1 if something could not be done, 2 on wrong usage.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { specVersion } from '../schema/validate/spec-version.ts'
import { formatDiff } from './edit/format-diff.ts'
import { writeFileChanges } from './edit/text-edits.ts'
import { formatCommand, isPackage, readVersion } from './launch/commands.mjs'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { siteOptions } from './shared/options.ts'
import { printText } from './report/print-report.ts'
import { assertSiteFolder } from './shared/site-folders.ts'
import { toSiteArgs } from './shared/usage.ts'
import { UserError } from './shared/user-error.ts'
import { planMigration, type MigrationPlan } from './edit/plan-migration.ts'

const root = join(import.meta.dirname, '..')

export const command = defineCommand({
  name: 'upgrade',
  forms: ['[VERSION]'],
  arguments: {
    VERSION:
      'What to install: a version such as 1.2.0, or the tarball of a package. Default: the newest.',
  },
  options: {
    'dry-run': 'Show what would change in the files, and write nothing. Installs nothing.',
    yes: 'Write the changes without asking.',
    installed: 'Stay with the version that is installed, and only change the files.',
    ...siteOptions,
  },
  examples: {
    '': 'Install the newest version, and move the site to it.',
    '--dry-run': 'Show what the installed version would change in the files.',
    '--installed': 'Move the site to the version that is installed already.',
    '1.2.0 --yes': 'Move the site to a certain version without asking.',
  },
  async run({ site, 'dry-run': dryRun, yes, installed }, [version, ...more]) {
    if (more.length > 0) throw new UsageError(`Unexpected argument '${more[0]}'`)
    if (installed && version !== undefined)
      throw new UsageError('--installed installs nothing, so it takes no version')
    assertSiteFolder(site)
    // The version of the repository is that of its commit.
    if (isPackage && !installed && !dryRun) return installAndContinue(site, version, yes)
    return migrate(site, { dryRun, yes })
  },
})

/** Runs a command of the installed version, and shows what it prints. @returns the exit code */
const runOnSite = (site: string, ...args: string[]): number =>
  spawnSync(process.execPath, [join(root, 'scripts/run.mjs'), ...args, '--site', site], {
    stdio: 'inherit',
  }).status ?? 1

/** Installs the other version, and lets that one do the rest. */
function installAndContinue(site: string, version: string | undefined, yes: boolean): number {
  const wanted = chooseWanted(site, version)
  const install = ['install', wanted]
  console.log(
    `Signpost ${readVersion(root)} is installed. Installing the other one: npm ${install.join(' ')}`,
  )
  const { status } = spawnSync('npm', install, {
    cwd: site,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new UserError(`npm could not install ${wanted}. Nothing was changed.`)
  console.log(`Signpost ${readVersion(root)} is installed now.\n`)
  return runOnSite(site, 'upgrade', '--installed', ...(yes ? ['--yes'] : []))
}

/** @throws UserError if Signpost was installed from a file, and no other is named */
function chooseWanted(site: string, version = 'latest'): string {
  // Relative to the folder in which the command was started.
  if (/\.tgz$|^[./]/.test(version)) return resolve(version.replace(/^file:/, ''))
  const manifest = JSON.parse(readFileSync(join(site, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  const source = manifest.dependencies?.signpost ?? ''
  if (version === 'latest' && source.startsWith('file:'))
    throw new UserError(
      `The site has Signpost from ${source}. Name the file of the version to install: ${formatCommand('upgrade', ['../signpost-1.2.0.tgz'])}`,
    )
  return `signpost@${version}`
}

async function migrate(
  site: string,
  { dryRun, yes }: { dryRun: boolean; yes: boolean },
): Promise<number> {
  const plan = await planMigration(site)
  printText(describePlan(plan))
  if (plan.changes.length > 0) {
    if (dryRun) return 0
    if (!yes && !(await confirm())) {
      console.log(
        `Nothing was written. To write it: ${formatCommand('upgrade', ['--installed', '--yes', ...toSiteArgs(site)])}`,
      )
      return 1
    }
    await writeFileChanges(site, plan.changes)
    console.log(`Wrote ${plan.changes.map(({ file }) => file).join(', ')}.`)
  }
  if (dryRun) return 0
  console.log('\nChecking the site.\n')
  return runOnSite(site, 'check') === 0 ? 0 : 1
}

function describePlan({ from, changes, applied, lostComments, byHand }: MigrationPlan): string {
  if (changes.length === 0)
    return `The site is written in version ${specVersion} of the spec language, the current one.`
  const start =
    from === undefined
      ? `The site does not state its version of the spec language. The current one is ${specVersion}.`
      : `From version ${from} of the spec language to version ${specVersion}:`
  return [
    start,
    ...applied.map(({ to, summary }) => `  ${to}: ${summary}`),
    '',
    formatDiff(changes),
    '',
    ...lostComments.map(({ file, text }) => `This comment in ${file} goes: ${text}`),
    ...byHand,
  ].join('\n')
}

/** Without a terminal, only `--yes` writes. */
async function confirm(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Write these changes? (y/n) ').catch(() => 'n')
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

runCommand(import.meta.url, command)
