/**
 * Takes back the changes of a command that was killed while it replaced several files. Its journal
 * holds only names in the site and texts, and names are checked again when it is read.
 */
import { tryRead } from '../shared/try-read.ts'
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isRecord } from '../../schema/util/records.ts'
import { resolveInside } from '../../schema/util/resolve-inside.ts'
import { shortHash } from '../../schema/util/short-hash.ts'
import { withFolderLock } from '../shared/folder-lock.ts'
import { Journal } from '../shared/journal.ts'

/** @property file its name in the site, without links. Texts include a byte order mark. */
export type ReplacedFile = { file: string; before: string; after: string }

const isReplacedFiles = (value: unknown): value is ReplacedFile[] =>
  Array.isArray(value) &&
  value.every(
    (each) =>
      isRecord(each) &&
      [each.file, each.before, each.after].every((text) => typeof text === 'string'),
  )

/** The files that a command is about to replace in a site. Written and read under its lock. */
export const openChangesJournal = (dir: string): Journal<ReplacedFile[]> =>
  new Journal(dir, 'changes', isReplacedFiles)

/** What was done about an interrupted command, with file names relative to the site's folder. */
type RestoredChanges = { restored: string[]; changedSince: string[] }

/**
 * Undoes the changes of a command that was killed while it replaced files.
 * @param dir the site's folder
 */
export async function restoreInterruptedChanges(dir: string): Promise<RestoredChanges> {
  return openChangesJournal(dir).isThere
    ? withFolderLock(dir, async () => restoreChanges(dir))
    : { restored: [], changedSince: [] }
}

/** Restores what an interrupted run has left half written. The caller holds the lock. */
export function restoreChanges(dir: string): RestoredChanges {
  const journal = openChangesJournal(dir)
  const result: RestoredChanges = { restored: [], changedSince: [] }
  for (const file of journal.read() ?? []) {
    const state = restoreFile(dir, file)
    if (state !== 'untouched') result[state].push(file.file)
  }
  if (journal.isThere) journal.remove()
  return result
}

function restoreFile(
  dir: string,
  { file, before, after }: ReplacedFile,
): keyof RestoredChanges | 'untouched' {
  const { path } = resolveInside(dir, file, { reserved: true })
  if (path === undefined) return 'changedSince'
  for (const text of [before, after]) rmSync(toTemporary(path, text), { force: true })
  const text = tryRead(path)?.toString()
  if (text === before) return 'untouched'
  if (text !== after) return 'changedSince'
  const temporary = stageText(path, before)
  renameSync(temporary, path)
  return 'restored'
}

/** Watchers ignore names that start with a dot. */
const toTemporary = (path: string, text: string): string =>
  join(dirname(path), `.${basename(path).slice(0, 100)}-${shortHash(text)}.tmp`)

/** Writes a text beside the file that it is about to replace, or to be. @returns the new file */
export function stageText(path: string, text: string): string {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  const temporary = toTemporary(path, text)
  rmSync(temporary, { force: true })
  writeFileSync(temporary, text, { flag: 'wx', ...(mode !== undefined && { mode }) })
  return temporary
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
