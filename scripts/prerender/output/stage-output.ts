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
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { OutputWriter } from './output-writer.ts'
import type { FolderScan } from './scan-folder.ts'
import { getSwapFolders, recoverOutput, swapFolders } from './replace-folder.ts'

/** A file of the output: its path from the root, and what tells whether anybody has changed it since it was written. */
export type WrittenFile = { path: string; size: number; modifiedMs: number }

/**
 * Opens an output. The one before the last is kept at `spare`: it shares nearly all its files with the present one (hard
 * links), so that bringing it up to date takes a few files' work and not the whole site's. What it is like does not matter, so that
 * a kill costs it at most.
 */
export async function stageOutput(
  asked: string,
  spare: string,
  scans: () => OutputScans,
): Promise<OutputWriter> {
  await recoverOutput(asked)
  const { out, temporary, previous } = await getSwapFolders(asked)
  await mkdir(temporary, { recursive: true })
  return {
    folder: temporary,
    async commit(kept, written) {
      const [fresh, stay] = [new Set(written), [...kept]]
      const stays = new Set([...fresh, ...stay])
      // On another disk there is nothing to share; and where most is new, little.
      const hasSpare = stay.length > fresh.size && isOnSameDisk(spare, temporary)
      const folder = hasSpare ? spare : temporary
      const [found, before] = [await scans().out, await scans().spare]
      if (hasSpare) {
        // First: where a file was, a folder may be now.
        for (const path of before.paths)
          if (!stays.has(path)) removeFileAndEmptyFolders(spare, path)
        for (const path of fresh) moveIntoFolder(temporary, spare, path)
      }
      for (const path of stay)
        if (!hasSpare || !found.isSameInode(path, before)) linkOrCopyFile(out, folder, path)
      if (hasSpare) {
        await rm(temporary, { recursive: true })
        await rename(spare, temporary)
      }
      await swapFolders({ out, temporary, previous })
      await rm(spare, { recursive: true, force: true })
      await mkdir(dirname(spare), { recursive: true })
      await rename(previous, spare).catch(() => rm(previous, { recursive: true, force: true }))
    },
    replaceFile(path) {
      moveIntoFolder(temporary, out, path)
      rmSync(temporary, { recursive: true, force: true })
    },
    discard: () => rm(temporary, { recursive: true, force: true }),
  }
}

/** Writes a file of its own: one that stands there may be shared with the output, and is not to change there. */
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

/** The folders of files to come: two threads that make folders in the same one wait for each other. */
export function createFolders(folder: string, paths: Iterable<string>): void {
  for (const path of paths) mkdirSync(dirname(join(folder, path)), { recursive: true })
}

/** Nearly always there is a folder and no file, so that is tried first. */
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

/** What tells of the files of an output whether they are still as they were written. */
export type FileCheck = { isAsWritten(file: WrittenFile): boolean }

/** The files of a folder as they are when they are asked for. */
export const createFileCheck = (folder: string): FileCheck => ({
  isAsWritten({ path, size, modifiedMs }) {
    const found = statSync(join(folder, path), { throwIfNoEntry: false })
    return found !== undefined && found.size === size && found.mtimeMs === modifiedMs
  },
})

/** The files of a folder, as they were found when all were looked at. */
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

  isAsWritten({ path, size, modifiedMs }: WrittenFile): boolean {
    const index = this.#index.get(path)
    return (
      index !== undefined &&
      this.#scan.sizes[index] === size &&
      this.#scan.modifiedMs[index] === modifiedMs
    )
  }

  /** Whether it is one and the same file here and there. */
  isSameInode(path: string, other: ScannedFiles): boolean {
    const [index, there] = [this.#index.get(path), other.#index.get(path)]
    return (
      index !== undefined &&
      there !== undefined &&
      this.#scan.inodes[index] === other.#scan.inodes[there]
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

/** An output and the one before it, as they were when the command began. */
export type OutputScans = { out: Promise<ScannedFiles>; spare: Promise<ScannedFiles> }

/** Whether both are there, on the same disk. */
function isOnSameDisk(folder: string, other: string): boolean {
  const [found, place] = [statSync(folder, { throwIfNoEntry: false }), statSync(other)]
  return found !== undefined && found.dev === place.dev
}

/** Takes the place of a file that may be shared, and is not to change elsewhere. */
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
    // Not every disk has links, and a file has only so many.
    copyFileSync(join(from, path), file)
  }
}

/** With the folders that are left empty. */
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
