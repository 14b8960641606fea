import { isUtf8 } from 'node:buffer'
import { constants, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { access, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
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
import {
  openChangesJournal,
  restoreChanges,
  stageText,
  type ReplacedFile,
} from './changes-journal.ts'

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
