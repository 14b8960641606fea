import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { formatColumns } from '../../report/print-text.ts'
import { checkSite } from '../../prerender/run/inspect-site.ts'
import { hasErrors } from '../../../schema/problems/problem.ts'
import { writeEditorSchema } from '../../shared/editor-schema.ts'
import { formatCommand, isPackage, quoteArgument } from '../../launch/commands.mjs'
import { InvalidValueError, UsageError } from '../../shared/command.ts'
import { pathExists } from '../../shared/path-exists.ts'
import { toSiteArgs } from '../../shared/usage.ts'
import { UserError } from '../../shared/user-error.ts'
import { describeCiSetup } from '../ci-template.ts'
import { writeWorkflow } from '../new-ci.ts'
import { createPackageFiles } from '../../shared/package-files.ts'
import { writeNewFiles } from '../../edit/write-new-files.ts'
import { collectAnswersInTerminal } from './ask-answers.ts'
import { InvalidAnswer, type SiteAnswers } from './site-answers.ts'
import { chooseEnglish, createSiteFiles } from './site-files.ts'
import { findTrade, listTrades } from './find-trade.ts'
import { findTimeZone } from './states.ts'

const root = join(import.meta.dirname, '../../..')

type NewSiteOptions = Parameters<typeof collectAnswersInTerminal>[0] & {
  open: boolean
}

/** `npm run new -- site DIR`: writes a whole site. @returns the exit code. */
export async function newSite(dir: string, { open, ...given }: NewSiteOptions): Promise<number> {
  if (dir === '' || dir.startsWith('-'))
    throw new UsageError('Name the folder of the new site first, such as ../plumber')
  await assertEmptyFolder(dir)
  const answers = await collectAnswersInTerminal(given).catch((error: Error) => {
    throw error instanceof InvalidAnswer ? new InvalidValueError(error.message) : error
  })
  const files = { ...createSiteFiles(answers), ...createPackageFiles(dir, answers) }
  await rm(join(dir, 'package.json'), { force: true })
  if (!(await writeNewFiles(dir, files))) return 1
  // If the repository has a workflow already, it is kept.
  await writeWorkflow(answers.host, dir)
  const { checked, problems } = await checkSite(dir)
  await writeEditorSchema(dir, checked)
  const isInstalled = await pathExists(join(dir, 'node_modules/signpost'))
  console.log(describeNewSite(dir, answers, { isInstalled, isValid: !hasErrors(problems) }))
  return open ? openInBrowser(dir) : 0
}

/** What a package manager leaves in the folder where `npm create signpost` installs Signpost. */
const installedFiles =
  /^(package\.json|package-lock\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$|^(node_modules|\.yarn|\.pnp\..*)$/

/** @throws UserError if the folder contains anything but a new Git repository and Signpost. */
async function assertEmptyFolder(dir: string): Promise<void> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const isInstalled = await hasOnlySignpost(dir)
  if (names.some((name) => name !== '.git' && !(isInstalled && installedFiles.test(name))))
    throw new UserError(`${dir} is not empty. Nothing was written. Name a new folder.`)
}

/** Whether package.json names Signpost and nothing else, as `npm create signpost` writes it. */
async function hasOnlySignpost(dir: string): Promise<boolean> {
  const text = await readFile(join(dir, 'package.json'), 'utf8').catch(() => '')
  return /^\s*\{\s*"private":\s*true,\s*"dependencies":\s*\{\s*"signpost":\s*"[^"]*"\s*\}\s*\}\s*$/.test(
    text,
  )
}

function describeNewSite(
  dir: string,
  { name, host, phone, town, trade }: SiteAnswers,
  { isInstalled, isValid }: { isInstalled: boolean; isValid: boolean },
): string {
  const site = isPackage ? [] : toSiteArgs(dir)
  const rows = [
    [formatCommand('dev', [...site, '--open']), 'shows it, and every change as you save'],
    [formatCommand('studio', site), 'edits it in the browser, by pointing'],
    [formatCommand('check', [...site, '--launch']), 'lists what to replace before you publish'],
    [formatCommand('build', site), `writes ${join(dir, 'dist')}, ready for any host`],
  ] as const
  const start = isPackage
    ? [`  cd ${quoteArgument(dir)}`, ...(isInstalled ? [] : ['  npm install'])]
    : []
  const setup = describeCiSetup(host)
  const zone = findTimeZone(town)
  const { id } = findTrade(trade)
  const { language, isSpoken } = chooseEnglish(town.country)
  const assumptions = [
    id === 'any'
      ? `No texts are written for this trade (${trade}), so they fit any: rewrite them. With texts of their own: ${listTrades().join(', ')}.`
      : `Its trade is ${trade}, with texts for: ${id.replaceAll('-', ' ')}.`,
    ...(isSpoken
      ? []
      : [
          `Its texts are in English (${language}). For another language, change language: under site in pages.yaml, and translate them.`,
        ]),
    ...(phone.placeholder
      ? [`${phone.number} is a number for examples, so it is marked as a placeholder.`]
      : []),
    ...(zone === undefined
      ? ['Add timeZone: under site in pages.yaml, so that pages say whether you are open now.']
      : zone.isDivided
        ? [
            `Most of ${town.region} is on ${zone.timeZone} time. If ${town.name} is not, change timeZone in pages.yaml.`,
          ]
        : []),
  ]
  return [
    '',
    `${name} has a site in ${dir}${isValid ? ', which passes the check' : ''}. Its prices, hours and texts are examples.`,
    ...assumptions,
    '',
    ...start,
    formatColumns(rows.map(([command, what]) => [`  ${command}`, what])),
    '',
    ...(setup === undefined ? [] : [setup, '']),
  ].join('\n')
}

/** Starts the development server, which stays until it is stopped. */
async function openInBrowser(dir: string): Promise<number> {
  const args = [join(root, 'scripts/run.mjs'), 'dev', '--site', dir, '--open']
  const server = spawn(process.execPath, args, { stdio: 'inherit' })
  // Ctrl-C reaches both processes. This one waits for the server to end.
  process.on('SIGINT', () => {})
  const [code] = await once(server, 'exit')
  return (code as number | null) ?? 0
}
