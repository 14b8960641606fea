import { isUtf8 } from 'node:buffer'
import {
  constants,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { access, mkdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  readSourceBytes,
  withUnsavedSources,
  type UnsavedSources,
} from '../../schema/source/text/source-bytes.ts'
import { resolveInside } from '../../schema/util/resolve-inside.ts'
import { toRelativeName } from '../../schema/util/site-paths.ts'
import { refuse, UserError } from '../shared/user-error.ts'
import { withFolderLock } from '../shared/folder-lock.ts'
import { toRealFolder } from '../shared/state-folder.ts'
import { tryRead } from '../shared/try-read.ts'
import { isRecord } from '../../schema/util/records.ts'
import { shortHash } from '../../schema/util/short-hash.ts'
import { Journal } from '../shared/journal.ts'

/** @throws UserError since an edit cannot be carried out exactly */
export const refuseEdit = (file: string): never =>
  refuse(`${file} cannot be edited without changing more than intended. Nothing was written.`)

/** A file of the site before and after its edits, without a byte order mark. A new one was empty. */
export type FileChange = { file: string; before: string; after: string }

/**
 * Reads a file of the site, including its unsaved edits, without its byte order mark.
 * @throws UserError if the file is outside the folder, missing, or not UTF-8
 */
export async function readSiteText(dir: string, file: string): Promise<string> {
  return (await readSiteFile(dir, file, { readBytes: async (path) => readSourceBytes(path) })).text
}

/** A file that somebody else has written since it was read. */
export class ChangedMeanwhile extends UserError {
  constructor(file: string) {
    super(`${file} has changed in the meantime. Nothing was written; try again.`)
  }
}

/**
 * The one way to change files of a site. Writes all, or none: every file is first written beside its
 * target, and if one cannot be replaced, those before it are restored. If the process is killed, the
 * next command restores them. Nobody else writes the site meanwhile, in this process or another one;
 * a file that has been written before is compared again.
 * @param dir the site's folder
 * @throws ChangedMeanwhile if a file has changed since it was read
 */
export async function writeFileChanges(dir: string, changes: FileChange[]): Promise<void> {
  if (changes.length > 0) await withFolderLock(dir, () => replaceFiles(dir, changes))
}

async function replaceFiles(dir: string, changes: FileChange[]): Promise<void> {
  restoreChanges(dir)
  const journal = openChangesJournal(dir)
  const staged: (StagedFile & { temporary: string })[] = []
  const replaced: StagedFile[] = []
  try {
    for (const change of changes) {
      const file = await readUnchanged(dir, change)
      staged.push({ ...file, temporary: stageText(file.path, file.after) })
    }
    // Replacing a single file is atomic.
    if (staged.length > 1)
      journal.write(staged.map(({ file, before, after }) => ({ file, before, after })))
    for (const file of staged) {
      // An editor knows nothing of locks.
      if ((tryRead(file.path)?.toString() ?? '') !== file.before)
        throw new ChangedMeanwhile(file.name)
      renameSync(file.temporary, file.path)
      replaced.push(file)
    }
  } catch (error) {
    for (const { path, before, after, isNew } of replaced)
      if (readFileSync(path, 'utf8') !== after) continue
      else if (isNew) rmSync(path)
      else renameSync(stageText(path, before), path)
    throw error
  } finally {
    for (const { temporary } of staged) rmSync(temporary, { force: true })
    if (staged.length > 1) journal.remove()
  }
}

/** @property file its name in the site, without links. Texts include a byte order mark. */
type ReplacedFile = { file: string; before: string; after: string }

const isReplacedFiles = (value: unknown): value is ReplacedFile[] =>
  Array.isArray(value) &&
  value.every(
    (each) =>
      isRecord(each) &&
      [each.file, each.before, each.after].every((text) => typeof text === 'string'),
  )

/**
 * The files that a command is about to replace in a site. Written and read under its lock. It holds
 * only names in the site and texts, and names are checked again when it is read.
 */
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
function restoreChanges(dir: string): RestoredChanges {
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
function stageText(path: string, text: string): string {
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

/** Writes a file that a command makes as a whole, such as the recorded dates. It may be new. */
export async function writeSiteFile(dir: string, file: string, after: string): Promise<void> {
  const { path } = resolveInside(dir, file)
  const isNew = path !== undefined && !existsSync(path)
  const before = isNew ? '' : await readSiteText(dir, file)
  await writeFileChanges(dir, [{ file, before, after }])
}

/** Turns changes into unsaved edits, with which the site is read as if they were written. */
export async function toUnsavedSources(
  dir: string,
  changes: FileChange[],
): Promise<UnsavedSources> {
  const sources = await Promise.all(
    changes.map(async ({ file, before, after }) => {
      const { path, mark } = await readSiteFile(dir, file, { mayBeNew: before === '' })
      return [path, Buffer.from(mark + after)] as const
    }),
  )
  return new Map(sources)
}

/** Reads a site as if changes were written. @param dir the site's folder */
export const readChanged = async <T>(
  dir: string,
  changes: FileChange[],
  read: () => Promise<T>,
): Promise<T> => withUnsavedSources(await toUnsavedSources(dir, changes), read)

/** @property name as the change has it, which may be a link */
type StagedFile = ReplacedFile & { path: string; name: string; isNew: boolean }

async function readUnchanged(
  dir: string,
  { file: name, before, after }: FileChange,
): Promise<StagedFile> {
  const { path, mark, text } = await readSiteFile(dir, name, { mayBeNew: before === '' })
  if (text !== before) throw new ChangedMeanwhile(name)
  const isNew = !existsSync(path)
  if (isNew) await mkdir(dirname(path), { recursive: true })
  else await access(path, constants.W_OK)
  const file = toRelativeName(toRealFolder(dir), path)
  return { file, name, path, isNew, before: mark + before, after: mark + after }
}

const byteOrderMark = '\uFEFF'

/**
 * Reads a file of the site.
 * @param options.readBytes how to read the file; by default, from disk
 * @param options.mayBeNew whether a file that does not exist is one without a text
 * @returns its real path, its byte order mark and its text
 * @throws UserError, see `readSiteText`
 */
export async function readSiteFile(
  dir: string,
  file: string,
  {
    readBytes = readFile,
    mayBeNew = false,
  }: { readBytes?: (path: string) => Promise<Buffer>; mayBeNew?: boolean } = {},
): Promise<{ path: string; mark: string; text: string }> {
  // A symbolic link is kept, and its target is edited.
  const { path, refused } = resolveInside(dir, file, { climbs: true })
  if (refused !== undefined)
    throw new UserError(`The file ${file} ${refused}, so it is not edited.`)
  if (!existsSync(path)) {
    if (mayBeNew) return { path, mark: '', text: '' }
    throw new UserError(`The file ${file} does not exist.`)
  }
  if (statSync(path).isDirectory()) throw new UserError(`The file ${file} is a folder.`)
  const bytes = await readBytes(path)
  if (!isUtf8(bytes)) throw new UserError(`The file ${file} is not saved as UTF-8.`)
  const text = bytes.toString()
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  return { path, mark, text: text.slice(mark.length) }
}
