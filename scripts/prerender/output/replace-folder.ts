import { existsSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { cp, mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { listAbandoned } from '../../launch/abandoned-folders.mjs'
import { pathExists } from '../../shared/path-exists.ts'
import type { OutputFile } from './output-file.ts'

/**
 * Fills a temporary folder next to the output and then replaces the output with it. If filling
 * fails or the process is killed, the output stays as it is. `recoverOutput` repairs the state
 * after a kill between the two renames.
 * @returns The number of bytes written.
 */
export async function replaceFolder(
  outputFolder: string,
  fill: (write: (file: OutputFile) => Promise<void>, dir: string) => Promise<void>,
): Promise<{ bytes: number }> {
  const { out, temporary, previous } = await getSwapFolders(outputFolder)
  const count = { bytes: 0 }
  await recoverOutput(out)
  try {
    await mkdir(temporary, { recursive: true })
    await fill(async ({ path, content }) => {
      const file = join(temporary, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, content)
      count.bytes += Buffer.byteLength(content)
    }, temporary)
    swapFolders({ out, temporary, previous })
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    throw error
  }
  await rm(previous, { recursive: true, force: true })
  return count
}

type SwapFolders = { out: string; temporary: string; previous: string }

/**
 * Names the folders that replace an output: `temporary` is filled and becomes the output, and the
 * old output becomes `previous`.
 */
export async function getSwapFolders(outputFolder: string): Promise<SwapFolders> {
  // If the output is a symbolic link, its target is replaced.
  const out = await realpath(outputFolder).catch(() => resolve(outputFolder))
  return { out, ...getSwapNames(out) }
}

/** A concurrent build may put its output in place in between, but not this often. */
const maxSwapAttempts = 100

/**
 * Moves the output to `previous` and the filled folder to the output. If builds run concurrently,
 * the last one to finish wins.
 */
export function swapFolders({ out, temporary, previous }: SwapFolders): void {
  for (let attempt = 1; ; attempt++) {
    // Synchronous, because there is no output between the two renames.
    const replaces = tryRename(out, previous)
    try {
      renameSync(temporary, out)
      break
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (!['ENOTEMPTY', 'EEXIST'].includes(code) || attempt === maxSwapAttempts) {
        if (replaces) tryRename(previous, out)
        throw error
      }
      moveRepository(previous, temporary)
      rmSync(previous, { recursive: true, force: true })
    }
  }
  moveRepository(previous, out)
}

/** @returns whether the folder existed. */
function tryRename(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Holds a Git repository of the output, for hosts that publish a branch. */
export const repositoryFolder = '.git'

/** Keeps the repository of an output that is replaced. */
function moveRepository(from: string, to: string): void {
  const [folder, kept] = [join(from, repositoryFolder), join(to, repositoryFolder)]
  if (existsSync(folder) && !existsSync(kept)) renameSync(folder, kept)
}

/**
 * Removes the temporary folders of killed builds, and restores an output if a build was killed
 * between its two renames.
 */
export async function recoverOutput(outputFolder: string): Promise<void> {
  const out = await realpath(outputFolder).catch(() => resolve(outputFolder))
  // The name ends with a process ID: .site-preview-1.tmp belongs to `site-preview`, not to `site`.
  const name = basename(out).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(`^\\.${name}-(?<pid>\\d+)\\.(tmp|previous)$`)
  for (const folder of listAbandoned(dirname(out), pattern)) {
    if (folder.endsWith('.previous') && !existsSync(out) && tryRename(folder, out)) continue
    moveRepository(folder, out)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Like `recoverOutput`, but synchronous, and for the folders of this process, which is exiting. */
export function abandonOutput(outputFolder: string): void {
  const out = existsSync(outputFolder) ? realpathSync(outputFolder) : resolve(outputFolder)
  const { temporary, previous } = getSwapNames(out)
  if (!existsSync(out) && existsSync(previous)) renameSync(previous, out)
  if (existsSync(previous)) moveRepository(previous, out)
  for (const folder of [temporary, previous]) rmSync(folder, { recursive: true, force: true })
}

/** Copies a folder, if it exists. */
export async function copyFolder(from: string, to: string): Promise<void> {
  if (await pathExists(from)) await cp(from, to, { recursive: true, dereference: true })
}

function getSwapNames(out: string): Omit<SwapFolders, 'out'> {
  const base = join(dirname(resolve(out)), `.${basename(resolve(out))}-${process.pid}`)
  return { temporary: `${base}.tmp`, previous: `${base}.previous` }
}
