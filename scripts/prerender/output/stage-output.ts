/**
 * The one way to write a folder. New files are staged beside it. When all of them are there, a
 * journal names what is new and what is gone, and the files are moved into place. A process that is
 * killed before it has written the journal leaves the folder as it was. One that is killed later
 * leaves the journal, and the next command that uses the folder completes the work.
 */
import { tryRead } from '../../shared/try-read.ts'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isProcessRunning, listAbandoned } from '../../launch/old-folders.mjs'
import { escapePattern } from '../../../schema/util/escape-pattern.ts'

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

type Journal = { written: string[]; removed: string[] }

/** Holds a Git repository of the output, for hosts that publish a branch. */
export const repositoryFolder = '.git'

/**
 * Stages files for a folder, which may not exist yet. Processes that write the same folder take
 * turns.
 */
export async function stageOutput(outputFolder: string): Promise<StagedOutput> {
  const out = resolveOutput(outputFolder)
  const staging = await claimStaging(out)
  const folder = join(staging, 'files')
  mkdirSync(folder)
  const release = () => {
    removeStaging(staging)
    ownStagings.delete(staging)
  }
  return {
    folder,
    publish(paths, written) {
      const all = new Set(paths)
      const removed = listFiles(out).filter((path) => !all.has(path))
      if (written.length + removed.length > 0) {
        // Pages come last, so that whatever a page loads is there before it.
        const order = (path: string) => (path.endsWith('.html') ? 1 : 0)
        const journal: Journal = {
          written: written.toSorted((a, b) => order(a) - order(b)),
          removed,
        }
        const temporary = join(staging, 'journal.tmp')
        writeFileSync(temporary, JSON.stringify(journal))
        renameSync(temporary, join(staging, journalName))
        completePublishing(staging, out)
      }
      mkdirSync(out, { recursive: true })
      release()
    },
    discard() {
      // If moving the files has failed, the next command completes it.
      if (existsSync(join(staging, journalName))) ownStagings.delete(staging)
      else release()
    },
  }
}

/**
 * Completes what a killed process has begun to publish, or removes what it has only staged. Does
 * nothing while another process is writing.
 */
export function recoverOutput(outputFolder: string): void {
  const out = resolveOutput(outputFolder)
  const staging = getStaging(out)
  const name = escapePattern(basename(staging))
  for (const folder of listAbandoned(dirname(out), new RegExp(`^${name}-(?<pid>\\d+)-\\d+$`)))
    rmSync(folder, { recursive: true, force: true })
  completeAbandoned(staging, out)
}

/** Completes what a process has staged, unless the process still runs. */
function completeAbandoned(staging: string, out: string): void {
  const owner = readOwner(staging)
  if (!existsSync(staging) || isClaimed(staging, owner)) return
  completePublishing(staging, out)
  // Meanwhile, another process may have done the same, and a third one may have claimed the folder.
  if (readOwner(staging) === owner) removeStaging(staging)
}

/** Removes what this process has staged, when it exits early. */
export function abandonOutput(outputFolder: string): void {
  const out = resolveOutput(outputFolder)
  ownStagings.delete(getStaging(out))
  recoverOutput(out)
}

/** If the output is a symbolic link, its target is written. */
const resolveOutput = (folder: string): string =>
  existsSync(folder) ? realpathSync(folder) : resolve(folder)

/** Beside the output, because files can be moved only on the same disk. */
const getStaging = (out: string): string => join(dirname(out), `.${basename(out)}.next`)

const journalName = 'journal.json'
const ownerName = 'process.txt'

/** The folders that this process is writing. */
const ownStagings = new Set<string>()

/** Creates the staging folder, once no other process has it. */
async function claimStaging(out: string): Promise<string> {
  recoverOutput(out)
  const staging = getStaging(out)
  const own = nameOwnFolder(staging)
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, ownerName), String(process.pid))
  let hasWaited = false
  for (;;) {
    try {
      // Fails while the other folder exists, since that is never empty.
      renameSync(own, staging)
      ownStagings.add(staging)
      return staging
    } catch (error) {
      const isTaken = takenErrors.has((error as NodeJS.ErrnoException).code!)
      if (!isTaken && !existsSync(staging)) throw error
    }
    if (isClaimed(staging, readOwner(staging))) {
      if (!hasWaited) console.error(`Another process is writing ${out}. Waiting until it is done.`)
      hasWaited = true
      await pause(100)
    } else completeAbandoned(staging, out)
  }
}

/** What Linux and macOS report if a folder cannot be replaced, because it is not empty. */
const takenErrors = new Set(['ENOTEMPTY', 'EEXIST'])

/** A folder with this name is removed once this process has ended. */
const nameOwnFolder = (staging: string): string => `${staging}-${process.pid}-${++ownCount}`
let ownCount = 0

/** Removes a staging folder in one step, so that no other process sees a part of it. */
function removeStaging(staging: string): void {
  const own = nameOwnFolder(staging)
  try {
    renameSync(staging, own)
  } catch {
    // Another process has removed it.
    return
  }
  rmSync(own, { recursive: true, force: true })
}

/** @returns the process that has a staging folder; undefined if there is none */
function readOwner(staging: string): number | undefined {
  const owner = tryRead(join(staging, ownerName))?.toString()
  return owner === undefined ? undefined : Number(owner)
}

/** Whether the process that has a staging folder still runs. */
const isClaimed = (staging: string, owner: number | undefined): boolean =>
  ownStagings.has(staging) ||
  (owner !== undefined && owner !== process.pid && isProcessRunning(owner))

/** Moves staged files into place, if a journal says that all of them are there. */
function completePublishing(staging: string, out: string): void {
  const journal = tryRead(join(staging, journalName))?.toString()
  if (journal === undefined) return
  const { written, removed } = JSON.parse(journal) as Journal
  const files = join(staging, 'files')
  if (!existsSync(out)) moveFolder(files, out)
  for (const path of written) moveFile(join(files, path), join(out, path))
  for (const path of removed) removeFile(out, path)
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
function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch {
    if (!existsSync(from)) return
    makeRoomFor(to)
    try {
      renameSync(from, to)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
      // The output is a disk of its own, such as a volume.
      copyFileSync(from, `${to}.tmp`)
      renameSync(`${to}.tmp`, to)
    }
  }
}

/** Creates the folder of a file. A page may replace a file, and a file a page. */
function makeRoomFor(file: string): void {
  if (isFolder(file)) rmSync(file, { recursive: true })
  let parent = dirname(file)
  while (!existsSync(parent)) parent = dirname(parent)
  if (!isFolder(parent)) rmSync(parent)
  mkdirSync(dirname(file), { recursive: true })
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

/** Removes a file and the folders that this empties. */
function removeFile(folder: string, path: string): void {
  try {
    rmSync(join(folder, path), { force: true })
  } catch {
    // A folder has taken its place, or a file that of its folder.
    return
  }
  for (
    let parent = dirname(join(folder, path));
    parent !== folder && isEmptyFolder(parent);
    parent = dirname(parent)
  )
    rmdirSync(parent)
}

function isEmptyFolder(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch {
    return false
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
