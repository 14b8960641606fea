import { existsSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
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
    await swapFolders({ out, temporary, previous })
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

/** Moves the output to `previous` and the filled folder to the output. */
export async function swapFolders({ out, temporary, previous }: SwapFolders): Promise<void> {
  const replaces = await pathExists(out)
  // Synchronous, because there is no output between the two renames.
  if (replaces) renameSync(out, previous)
  try {
    renameSync(temporary, out)
  } catch (error) {
    if (replaces) renameSync(previous, out)
    throw error
  }
}

/**
 * Removes the temporary folders of killed builds, and restores an output if a build was killed
 * between its two renames.
 */
export async function recoverOutput(outputFolder: string): Promise<void> {
  const out = await realpath(outputFolder).catch(() => resolve(outputFolder))
  const { prefix } = getSwapNames(out)
  const parent = dirname(out)
  for (const name of await readdir(parent).catch(() => [])) {
    // Only a process ID may follow: .site-preview-1.tmp does not belong to the output `site`.
    const [, pid, role] = name.startsWith(prefix)
      ? (/^(\d+)\.(tmp|previous)$/.exec(name.slice(prefix.length)) ?? [])
      : []
    if (pid === undefined || (await isProcessRunning(Number(pid)))) continue
    const folder = join(parent, name)
    if (role === 'previous' && !(await pathExists(out))) await rename(folder, out)
    else await rm(folder, { recursive: true, force: true })
  }
}

/** Does the same, synchronously, for the folders of this process, which is about to exit. */
export function abandonOutput(outputFolder: string): void {
  const out = existsSync(outputFolder) ? realpathSync(outputFolder) : resolve(outputFolder)
  const { temporary, previous } = getSwapNames(out)
  if (!existsSync(out) && existsSync(previous)) renameSync(previous, out)
  for (const folder of [temporary, previous]) rmSync(folder, { recursive: true, force: true })
}

/** Copies a folder, if it exists. */
export async function copyFolder(from: string, to: string): Promise<void> {
  if (await pathExists(from)) await cp(from, to, { recursive: true, dereference: true })
}

function getSwapNames(out: string) {
  const prefix = `.${basename(resolve(out))}-`
  const base = join(dirname(resolve(out)), `${prefix}${process.pid}`)
  return { prefix, temporary: `${base}.tmp`, previous: `${base}.previous` }
}

async function isProcessRunning(pid: number): Promise<boolean> {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // In a container, a killed process may remain as a zombie because no parent waits for it.
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/^\d+ \(.*\) [ZX]/s.test(state)
}
