/**
 * Records which files a command is about to replace, so that the next command takes the changes
 * back if it was killed between two of them.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isProcessRunning } from '../launch/old-folders.mjs'

/** Texts include a byte order mark. */
export type ReplacedFile = { path: string; temporary: string; before: string; after: string }

type Journal = { pid: number; files: ReplacedFile[] }

const folderName = '.signpost'
const journalPattern = /^changes-[\w-]+\.json$/

/**
 * Records the files that are about to be replaced.
 * @param dir the site's folder
 * @returns deletes the record
 */
export async function openJournal(
  dir: string,
  files: ReplacedFile[],
): Promise<() => Promise<void>> {
  // Replacing a single file is atomic.
  if (files.length < 2) return async () => {}
  const folder = join(dir, folderName)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {})
  const path = join(folder, `changes-${randomUUID()}.json`)
  const journal: Journal = { pid: process.pid, files }
  await writeFile(`${path}.tmp`, JSON.stringify(journal))
  await rename(`${path}.tmp`, path)
  return () => rm(path, { force: true })
}

/** What was done about an interrupted command, with file names relative to the site's folder. */
type RestoredChanges = { restored: string[]; changedSince: string[] }

/**
 * Undoes the changes of commands that were killed while they replaced files.
 * @param dir the site's folder
 */
export async function restoreInterruptedChanges(dir: string): Promise<RestoredChanges> {
  const result: RestoredChanges = { restored: [], changedSince: [] }
  const names = await readdir(join(dir, folderName)).catch(() => [])
  for (const name of names.filter((each) => journalPattern.test(each))) {
    const path = join(dir, folderName, name)
    const { pid, files } = JSON.parse(await readFile(path, 'utf8')) as Journal
    if (isProcessRunning(pid)) continue
    for (const file of files) {
      const state = await restoreFile(file)
      if (state !== 'untouched') result[state].push(relative(dir, file.path))
    }
    await rm(path)
  }
  return result
}

async function restoreFile({
  path,
  temporary,
  before,
  after,
}: ReplacedFile): Promise<keyof RestoredChanges | 'untouched'> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === after && after !== before) {
    await writeFile(temporary, before)
    await rename(temporary, path)
    return 'restored'
  }
  await rm(temporary, { force: true })
  return text === before ? 'untouched' : 'changedSince'
}

/** Formats what was done, for the user. Undefined if nothing was. */
export function formatRestoredChanges({
  restored,
  changedSince,
}: RestoredChanges): string | undefined {
  if (restored.length === 0) return undefined
  const since =
    changedSince.length === 0
      ? ''
      : ` ${changedSince.join(', ')} has changed since then, so look whether it is as you want it.`
  return `A command was interrupted while it changed files. What it had changed is as it was before: ${restored.join(', ')}.${since} Run the command again.`
}
