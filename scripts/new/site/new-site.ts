import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { checkSite } from '../../prerender/session/inspect-site.ts'
import { writeEditorSchema } from '../../shared/editor-schema.ts'
import { UsageError } from '../../shared/command.ts'
import { UserError } from '../../shared/user-error.ts'
import { writeWorkflow } from '../new-ci.ts'
import { writeNewFiles } from '../write-new-files.ts'
import { collectAnswersInTerminal } from './ask-answers.ts'
import { InvalidAnswer, type SiteAnswers } from './site-answers.ts'
import { createSiteFiles } from './site-files.ts'

const root = join(import.meta.dirname, '../../..')

/** `npm run new -- site DIR`: writes a whole site. @returns the exit code. */
export async function newSite(
  dir: string,
  { open, ...given }: Parameters<typeof collectAnswersInTerminal>[0] & { open: boolean },
): Promise<number> {
  if (dir === '' || dir.startsWith('-'))
    throw new UsageError('Name the folder of the new site first, such as ../plumber')
  await assertEmptyFolder(dir)
  const answers = await collectAnswersInTerminal(given).catch((error: Error) => {
    throw error instanceof InvalidAnswer ? new UsageError(error.message) : error
  })
  if (!(await writeNewFiles(dir, createSiteFiles(answers)))) return 1
  // If the repository has a workflow already, it is kept.
  await writeWorkflow('github', dir)
  await writeEditorSchema(dir, (await checkSite(dir)).checked)
  console.log(describeNewSite(dir, answers))
  return open ? openInBrowser(dir) : 0
}

/** @throws UserError if the folder contains anything but a new Git repository. */
async function assertEmptyFolder(dir: string): Promise<void> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.some((name) => name !== '.git'))
    throw new UserError(`${dir} is not empty. Nothing was written. Name a new folder.`)
}

function describeNewSite(dir: string, { name }: SiteAnswers): string {
  const site = /^[\w@%+=:,./-]+$/.test(dir) ? dir : JSON.stringify(dir)
  return `
${name} has a site in ${dir}. Its prices, hours and texts are examples.

  npm run dev -- --site ${site} --open      shows it, and every change as you save
  npm run check -- --site ${site} --launch  lists what to replace before you publish
  npm run build -- --site ${site}           writes ${join(dir, 'dist')}, ready for any host
`
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
