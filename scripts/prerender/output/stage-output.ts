/**
 * The one way to write a folder. New files are staged beside it. When all of them are there, a
 * journal names what is new and what is gone, and the files are moved into place. A process that is
 * killed before it has written the journal leaves the folder as it was. One that is killed later
 * leaves the journal, and the next command that uses the folder completes the work.
 */
import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isRecord } from '../../../schema/util/records.ts'
import { isOutsideFolder } from '../../../schema/util/site-paths.ts'
import { lockFolder, tryLockFolder } from '../../shared/folder-lock.ts'
import { Journal } from '../../shared/journal.ts'
import { toRealFolder } from '../../shared/state-folder.ts'

/** New files of an output, before they are published. */
export type StagedOutput = {
  /** Where new files are written. */
  folder: string
  /**
   * Publishes the new files. Afterwards the output contains only these files, and a Git repository.
   * @param paths of all files, those that stay as they are included
   * @param written paths of new files in `folder`
   */
  publish(paths: string[], written: string[]): void
  /** Leaves the output as it was. */
  discard(): void
}

/** Holds a Git repository of the output, for hosts that publish a branch. */
export const repositoryFolder = '.git'

/**
 * Stages files for a folder, which may not exist yet. Processes that write the same folder take
 * turns.
 */
export async function stageOutput(outputFolder: string): Promise<StagedOutput> {
  const out = toRealFolder(outputFolder)
  const unlock = await lockFolder(out, () =>
    console.error(`Another process is writing ${out}. Waiting until it is done.`),
  )
  completeAbandoned(out)
  const folder = getStaging(out)
  mkdirSync(dirname(out), { recursive: true })
  // Fails if somebody else creates it now, so it has no links.
  mkdirSync(folder)
  const release = () => {
    ownLocks.delete(out)
    unlock()
  }
  ownLocks.set(out, release)
  const discard = () => {
    // If moving the files has failed, the next command completes it.
    if (!openOutputJournal(out).isThere) removeStaging(out)
    release()
  }
  return {
    folder,
    publish(paths, written) {
      const all = new Set(paths)
      const removed = listFiles(out).filter((path) => !all.has(path))
      if (written.length + removed.length > 0) {
        // Pages come last, so that whatever a page loads is there before it.
        const order = (path: string) => (path.endsWith('.html') ? 1 : 0)
        openOutputJournal(out).write({
          written: written.toSorted((a, b) => order(a) - order(b)),
          removed,
        })
        completePublishing(out)
      }
      mkdirSync(out, { recursive: true })
      discard()
    },
    discard,
  }
}

/**
 * Completes what a killed process has begun to publish, or removes what it has only staged. Does
 * nothing while another process is writing.
 */
export function recoverOutput(outputFolder: string): void {
  const out = toRealFolder(outputFolder)
  if (!existsSync(getStaging(out)) && !openOutputJournal(out).isThere) return
  const unlock = tryLockFolder(out)
  if (!unlock) return
  try {
    completeAbandoned(out)
  } finally {
    unlock()
  }
}

/** For who has the lock: what is there is of a process that was killed. */
function completeAbandoned(out: string): void {
  completePublishing(out)
  removeStaging(out)
}

/** Removes what this process has staged, when it exits early. */
export function abandonOutput(outputFolder: string): void {
  const out = toRealFolder(outputFolder)
  ownLocks.get(out)?.()
  recoverOutput(out)
}

/** How to release the folders that this process is writing. */
const ownLocks = new Map<string, () => void>()

/** Beside the output, because files can be moved only on the same disk. */
const getStaging = (out: string): string => join(dirname(out), `.${basename(out)}.next`)

/** A link in its place is removed, not followed. */
const removeStaging = (out: string): void =>
  rmSync(getStaging(out), { recursive: true, force: true })

/** The paths of new files, and of those that are gone. */
type OutputJournal = { written: string[]; removed: string[] }

const isOutputJournal = (value: unknown): value is OutputJournal =>
  isRecord(value) && isPathList(value.written) && isPathList(value.removed)
const isPathList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((path) => typeof path === 'string' && isBelow(path))
/** A file that is about to be removed may have any name. */
const isBelow = (path: string) => !isOutsideFolder(anyFolder, join(anyFolder, path))
const anyFolder = resolve('folder')

/** Only a folder of the person who builds can hold it; whoever sends a site cannot. */
const openOutputJournal = (out: string): Journal<OutputJournal> =>
  new Journal(out, 'output', isOutputJournal)

/** Moves staged files into place, if a journal says that all of them are there. */
function completePublishing(out: string): void {
  const journal = openOutputJournal(out)
  const found = journal.read()
  if (!found) return
  const files = getStaging(out)
  if (!existsSync(out)) moveFolder(files, out)
  mkdirSync(out, { recursive: true })
  const folders = new RealFolders(out)
  for (const path of found.written) moveFile(join(files, path), path, folders)
  for (const path of found.removed) removeFile(path, folders)
  journal.remove()
}

/** The folders of an output, without links, which could lead out of it. */
class RealFolders {
  readonly out: string
  readonly #known: Set<string>

  constructor(out: string) {
    this.out = out
    this.#known = new Set([out])
  }

  /** Whether a folder is there, and no link leads to it. */
  has(folder: string): boolean {
    if (this.#known.has(folder)) return true
    const isReal =
      this.has(dirname(folder)) &&
      (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false)
    if (isReal) this.#known.add(folder)
    return isReal
  }

  /** Creates a folder. A page may replace a file or a link. */
  create(folder: string): void {
    if (this.has(folder)) return
    this.create(dirname(folder))
    rmSync(folder, { force: true })
    mkdirSync(folder)
    this.#known.add(folder)
  }

  forget(folder: string): void {
    for (const each of this.#known) if (!isOutsideFolder(folder, each)) this.#known.delete(each)
  }
}

/**
 * Moves a whole folder, since moving ten thousand files one by one takes a fifth of a first build.
 * Does nothing if that is impossible, or another process was faster.
 */
function moveFolder(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {
    // The files are moved one by one.
  }
}

/** Moves a file, and does nothing if it was moved before. */
function moveFile(from: string, path: string, folders: RealFolders): void {
  if (!existsSync(from)) return
  const to = join(folders.out, path)
  folders.create(dirname(to))
  // A file may replace a page.
  if (folders.has(to)) {
    rmSync(to, { recursive: true })
    folders.forget(to)
  }
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    // The output is a disk of its own, such as a volume.
    rmSync(`${to}.tmp`, { recursive: true, force: true })
    copyFileSync(from, `${to}.tmp`, constants.COPYFILE_EXCL)
    renameSync(`${to}.tmp`, to)
  }
}

/** Removes a file and the folders that this empties. */
function removeFile(path: string, folders: RealFolders): void {
  const file = join(folders.out, path)
  // A folder has taken its place, or a file that of its folder.
  if (!folders.has(dirname(file)) || folders.has(file)) return
  rmSync(file, { force: true })
  for (
    let parent = dirname(file);
    parent !== folders.out && readdirSync(parent).length === 0;
    parent = dirname(parent)
  ) {
    rmdirSync(parent)
    folders.forget(parent)
  }
}

/** @returns the paths of all files, each with a slash at the start; none if the folder is missing */
export function listFiles(folder: string): string[] {
  const paths: string[] = []
  const walk = (dir: string, path: string) => {
    for (const entry of readdirSync(dir, { withFileTypes: true })) {
      if (path === '' && entry.name === repositoryFolder) continue
      const name = `${path}/${entry.name}`
      if (entry.isDirectory()) walk(`${dir}/${entry.name}`, name)
      else paths.push(name)
    }
  }
  if (existsSync(folder)) walk(folder, '')
  return paths
}
