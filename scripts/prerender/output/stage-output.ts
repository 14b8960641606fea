import {
  closeSync,
  copyFileSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listAbandoned } from '../../launch/abandoned-folders.mjs'
import { claimFolder, OutputReplacedError, removeFolder } from './concurrent-builds.ts'
import type { OutputWriter } from './output-writer.ts'
import { getFolderId, type FolderScan } from './scan-folder.ts'
import { getSwapFolders, recoverOutput, swapFolders } from './replace-folder.ts'
import type { WrittenFile, FileCheck } from './output-file.ts'

/**
 * Prepares to replace an output. The output before the last is kept at `spare`. It shares most
 * files with the current output through hard links, so that only the changed files have to be
 * updated in it. It is never relied on: a build that is killed at worst makes the next one recreate
 * it. A build takes it by renaming it, so that no other one changes it, too.
 */
export async function stageOutput(
  outputFolder: string,
  spare: string,
  scans: () => OutputScans,
): Promise<OutputWriter> {
  await recoverOutput(outputFolder)
  const ownSpare = `${spare}-${process.pid}`
  for (const folder of listAbandoned(dirname(spare), /^spare-(?<pid>\d+)$/)) removeFolder(folder)
  const { out, temporary, previous } = await getSwapFolders(outputFolder)
  await mkdir(temporary, { recursive: true })
  return {
    folder: temporary,
    async commit(kept, written) {
      const [writtenPaths, keptPaths] = [new Set(written), [...kept]]
      const scanned = scans()
      const [outFiles, spareFiles] = [await scanned.out, await scanned.spare]
      // Hard links need the same disk. If most files are new, there is little to share.
      const usesSpare =
        keptPaths.length > writtenPaths.size &&
        isOnSameDisk(spare, temporary) &&
        claimFolder(spare, ownSpare, spareFiles.folderId)
      const folder = usesSpare ? ownSpare : temporary
      if (usesSpare) {
        const allPaths = new Set([...writtenPaths, ...keptPaths])
        // Removals come first, because a folder may replace a file.
        for (const path of spareFiles.paths)
          if (!allPaths.has(path)) removeFileAndEmptyFolders(ownSpare, path)
        for (const path of writtenPaths) moveIntoFolder(temporary, ownSpare, path)
      }
      const isShared = (path: string) => usesSpare && outFiles.isSameInode(path, spareFiles)
      const missing = keptPaths.filter((path) => !isShared(path))
      linkFiles(out, folder, missing, outFiles.folderId)
      // If a concurrent build made the old output the spare one in between, all kept files would
      // seem to be shared. So the ID of the output is checked even if no file was linked.
      if (keptPaths.length > 0 && getFolderId(out) !== outFiles.folderId)
        throw new OutputReplacedError(out)
      if (usesSpare) {
        removeFolder(temporary)
        renameSync(ownSpare, temporary)
      }
      swapFolders({ out, temporary, previous })
      mkdirSync(dirname(spare), { recursive: true })
      // Removes the spare output that a concurrent build has left.
      if (claimFolder(spare, ownSpare)) removeFolder(ownSpare)
      if (!claimFolder(previous, spare)) removeFolder(previous)
    },
    replaceFile(path) {
      moveIntoFolder(temporary, out, path)
      removeFolder(temporary)
    },
    async discard() {
      for (const folder of [temporary, ownSpare]) removeFolder(folder)
    },
  }
}

/** @throws OutputReplacedError if the first folder is no longer the one with this ID */
function linkFiles(from: string, to: string, paths: string[], id: string): void {
  try {
    for (const path of paths) linkOrCopyFile(from, to, path)
  } catch (error) {
    throw getFolderId(from) === id ? error : new OutputReplacedError(from)
  }
}

/**
 * Writes a new file. Replaces an existing one, because overwriting it would change its hard links.
 */
export function writeOutputFile(
  folder: string,
  path: string,
  content: string | Uint8Array,
): WrittenFile {
  const file = join(folder, path)
  const descriptor = openNewFile(file)
  try {
    writeFileSync(descriptor, content)
    const { size, mtimeMs } = fstatSync(descriptor)
    return { path, size, modifiedMs: mtimeMs }
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Creates the parent folders of files. Doing so up front is faster than in several threads, which
 * block each other when they create folders in the same parent.
 */
export function createFolders(folder: string, paths: Iterable<string>): void {
  for (const path of paths) mkdirSync(dirname(join(folder, path)), { recursive: true })
}

/**
 * Opens a file that must not exist. Tries the common case first: the folder exists, the file not.
 */
function openNewFile(file: string): number {
  try {
    return openSync(file, 'wx')
  } catch {
    createParentFolder(file)
    return openSync(file, 'wx')
  }
}

export function describeFile(folder: string, path: string): WrittenFile {
  const { size, mtimeMs } = statSync(join(folder, path))
  return { path, size, modifiedMs: mtimeMs }
}

/** Checks files of a folder with a stat call for each. */
export const createFileCheck = (folder: string): FileCheck => ({
  isAsWritten({ path, size, modifiedMs }) {
    const found = statSync(join(folder, path), { throwIfNoEntry: false })
    return found !== undefined && found.size === size && found.mtimeMs === modifiedMs
  },
})

/** Checks files of a folder against a scan of it. */
export class ScannedFiles implements FileCheck {
  readonly #scan: FolderScan
  readonly #index: Map<string, number>

  constructor(scan: FolderScan) {
    this.#scan = scan
    this.#index = new Map(scan.paths.map((path, index) => [path, index]))
  }

  get paths(): string[] {
    return this.#scan.paths
  }

  /** Identifies the folder itself. */
  get folderId(): string {
    return this.#scan.folderId
  }

  isAsWritten({ path, size, modifiedMs }: WrittenFile): boolean {
    const index = this.#index.get(path)
    return (
      index !== undefined &&
      this.#scan.sizes[index] === size &&
      this.#scan.modifiedMs[index] === modifiedMs
    )
  }

  /** Whether a path is a hard link to the same file in both folders. */
  isSameInode(path: string, other: ScannedFiles): boolean {
    const [index, otherIndex] = [this.#index.get(path), other.#index.get(path)]
    return (
      index !== undefined &&
      otherIndex !== undefined &&
      this.#scan.inodes[index] === other.#scan.inodes[otherIndex]
    )
  }
}

function createParentFolder(file: string): void {
  try {
    mkdirSync(dirname(file))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') rmSync(file, { force: true, recursive: true })
    else mkdirSync(dirname(file), { recursive: true })
  }
}

/** The output and the spare output as they were when the command started. */
export type OutputScans = { out: Promise<ScannedFiles>; spare: Promise<ScannedFiles> }

/** Whether the first folder exists and is on the same disk as the second. */
function isOnSameDisk(folder: string, other: string): boolean {
  const [stats, otherStats] = [statSync(folder, { throwIfNoEntry: false }), statSync(other)]
  return stats !== undefined && stats.dev === otherStats.dev
}

/** Moves a file to another folder. Replaces an existing one without changing its hard links. */
function moveIntoFolder(from: string, to: string, path: string): void {
  try {
    renameSync(join(from, path), join(to, path))
  } catch {
    createParentFolder(join(to, path))
    renameSync(join(from, path), join(to, path))
  }
}

function linkOrCopyFile(from: string, to: string, path: string): void {
  const file = join(to, path)
  createParentFolder(file)
  try {
    linkSync(join(from, path), file)
  } catch {
    // The file system may not support hard links, or no more of them for this file.
    copyFileSync(join(from, path), file)
  }
}

/** Removes a file and the parent folders that this empties. */
function removeFileAndEmptyFolders(folder: string, path: string): void {
  const file = join(folder, path)
  rmSync(file, { force: true })
  for (
    let parent = dirname(file);
    parent !== folder && readdirSync(parent).length === 0;
    parent = dirname(parent)
  )
    rmdirSync(parent)
}
