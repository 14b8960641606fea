import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { explainUnsafePath } from '../../../schema/util/resolve-inside.ts'
import { refuse } from '../../shared/user-error.ts'

/** A file of the built site. `path` starts with a slash and is relative to the output folder. */
export type OutputFile = { path: string; content: string | Uint8Array }

/** A file of the output, with the stats that reveal whether it was changed after it was written. */
export type WrittenFile = { path: string; size: number; modifiedMs: number }

/** Adds up the sizes of files, in bytes. */
export const sumSizes = (files: WrittenFile[]): number =>
  files.reduce((sum, { size }) => sum + size, 0)

/** Checks whether files of an output are unchanged since they were written. */
export type FileCheck = { isAsWritten(file: WrittenFile): boolean }

/** Checks files of a folder with a stat call for each. */
export const createFileCheck = (folder: string): FileCheck => ({
  isAsWritten({ path, size, modifiedMs }) {
    try {
      const found = statSync(join(folder, path))
      return found.size === size && found.mtimeMs === modifiedMs
    } catch {
      return false
    }
  },
})

/**
 * Where a file of the output is written. Its folder is new, so it has no links.
 * @throws UserError if the path leads out of the folder
 */
export function locateOutput(folder: string, path: string): string {
  const refused = explainUnsafePath(path, { hidden: true, reserved: true })
  if (refused !== undefined) refuse(`${path} ${refused}, so it cannot be published.`)
  return join(folder, path)
}

/** Writes a new file. */
export function writeOutputFile(
  folder: string,
  path: string,
  content: string | Uint8Array,
): WrittenFile {
  const descriptor = openNewFile(locateOutput(folder, path))
  try {
    writeFileSync(descriptor, content)
    const { size, mtimeMs } = fstatSync(descriptor)
    return { path, size, modifiedMs: mtimeMs }
  } finally {
    closeSync(descriptor)
  }
}

/** Opens a file for writing. Tries the common case first: the folder exists, the file doesn't. */
function openNewFile(file: string): number {
  try {
    return openSync(file, 'wx')
  } catch {
    mkdirSync(dirname(file), { recursive: true })
    rmSync(file, { force: true })
    return openSync(file, 'wx')
  }
}

/**
 * Creates the parent folders of files. Doing so up front is faster than in several threads, which
 * block each other when they create folders in the same parent.
 */
export function createFolders(folder: string, paths: Iterable<string>): void {
  for (const path of paths) mkdirSync(dirname(locateOutput(folder, path)), { recursive: true })
}

/** Reads a file from the first folder that has it. */
export const readFromFirst = (folders: string[], path: string): Promise<Buffer> =>
  readFile(join(folders.find((folder) => existsSync(join(folder, path))) ?? folders[0]!, path))

/** Describes a file of the output as it is: its size in bytes, and when it changed in ms. */
export function describeFile(folder: string, path: string): WrittenFile {
  const { size, mtimeMs } = statSync(join(folder, path))
  return { path, size, modifiedMs: mtimeMs }
}
