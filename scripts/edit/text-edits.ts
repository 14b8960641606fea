import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  readSourceBytes,
  withUnsavedSources,
  type UnsavedSources,
} from '../../schema/source/text/source-bytes.ts'
import { resolveInside } from '../../schema/util/resolve-inside.ts'
import type { Splice } from '../../schema/util/splice-text.ts'
import { refuse, UserError } from '../shared/user-error.ts'
import { openJournal, type ReplacedFile } from './changes-journal.ts'

/** @throws UserError since an edit cannot be carried out exactly */
export const refuseEdit = (file: string): never =>
  refuse(`${file} cannot be edited without changing more than intended. Nothing was written.`)

/**
 * Replaces the characters from `start` to `end` of a file.
 * @property file relative to the site's folder
 * @property start offset in UTF-16 code units, not counting a byte order mark
 * @property end equal to `start` for an insertion
 */
export type TextEdit = { file: string } & Splice

/** A file of the site before and after its edits, without a byte order mark. */
export type FileChange = { file: string; before: string; after: string }

/**
 * Reads a file of the site, including its unsaved edits, without its byte order mark.
 * @throws UserError if the file is outside the folder, missing, or not UTF-8
 */
export async function readSiteText(dir: string, file: string): Promise<string> {
  return (await readSiteFile(dir, file, async (path) => readSourceBytes(path))).text
}

/**
 * Writes all files, or none: every file is first written beside its target, and if one cannot be
 * replaced, those before it are restored. If the process is killed, the next command restores them.
 * @param dir the site's folder
 * @throws UserError if a file has changed since it was read
 */
export async function writeFileChanges(dir: string, changes: FileChange[]): Promise<void> {
  if (changes.length === 0) return
  const staged: ReplacedFile[] = []
  const replaced: ReplacedFile[] = []
  let closeJournal = async () => {}
  try {
    for (const change of changes) staged.push(await stageFile(dir, change))
    closeJournal = await openJournal(dir, staged)
    for (const file of staged) {
      await rename(file.temporary, file.path)
      replaced.push(file)
    }
  } catch (error) {
    for (const { path, before, temporary } of replaced) {
      await writeFile(temporary, before)
      await rename(temporary, path)
    }
    throw error
  } finally {
    for (const { temporary } of staged) await rm(temporary, { force: true })
    await closeJournal()
  }
}

/** Turns changes into unsaved edits, with which the site is read as if they were written. */
export async function toUnsavedSources(
  dir: string,
  changes: FileChange[],
): Promise<UnsavedSources> {
  const sources = await Promise.all(
    changes.map(async ({ file, after }) => {
      const { path, mark } = await readSiteFile(dir, file)
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

async function stageFile(dir: string, { file, before, after }: FileChange): Promise<ReplacedFile> {
  const { path, mark, text } = await readSiteFile(dir, file)
  if (text !== before)
    throw new UserError(`${file} has changed in the meantime. Nothing was written; try again.`)
  await access(path, constants.W_OK)
  const { mode } = await stat(path)
  // Watchers ignore names that start with a dot.
  const temporary = join(dirname(path), `.${basename(path)}-${randomUUID()}.tmp`)
  await writeFile(temporary, mark + after, { mode, flag: 'wx' })
  return { path, temporary, before: mark + before, after: mark + after }
}

const byteOrderMark = '\uFEFF'

/**
 * Reads a file of the site.
 * @param readBytes how to read the file; by default, from disk
 * @returns its real path, its byte order mark and its text
 * @throws UserError, see `readSiteText`
 */
export async function readSiteFile(
  dir: string,
  file: string,
  readBytes: (path: string) => Promise<Buffer> = readFile,
): Promise<{ path: string; mark: string; text: string }> {
  // A symbolic link is kept, and its target is edited.
  const { path, refused } = resolveInside(dir, file, { climbs: true })
  if (refused !== undefined)
    throw new UserError(`The file ${file} ${refused}, so it is not edited.`)
  if (!existsSync(path)) throw new UserError(`The file ${file} does not exist.`)
  const bytes = await readBytes(path)
  if (!isUtf8(bytes)) throw new UserError(`The file ${file} is not saved as UTF-8.`)
  const text = bytes.toString()
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  return { path, mark, text: text.slice(mark.length) }
}
