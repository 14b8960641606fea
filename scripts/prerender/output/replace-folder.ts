import { existsSync, realpathSync, renameSync, rmSync } from 'node:fs'
import {
  cp,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { OutputFile } from './render-site-files.ts'

/**
 * Fills a temporary folder beside `out` and puts it in its place when all has succeeded. A failure, or a kill at any
 * moment before the two renames, leaves `out` as it was; a kill between them is mended by `recoverFolder`.
 * @returns the number of bytes written.
 */
export async function replaceFolder(
  asked: string,
  fill: (write: (file: OutputFile) => Promise<void>, dir: string) => Promise<void>,
): Promise<{ bytes: number }> {
  const { out, temporary, previous } = await getSwapFolders(asked)
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

/** An output, the folder that is filled to take its place, and the one where the old output goes. */
export async function getSwapFolders(asked: string): Promise<SwapFolders> {
  // A link stays a link: what it leads to is replaced.
  const out = await realpath(asked).catch(() => resolve(asked))
  return { out, ...getSwapNames(out) }
}

/** Puts the filled folder in the place of the output, and that where it can be removed. */
export async function swapFolders({ out, temporary, previous }: SwapFolders): Promise<void> {
  const replaces = await pathExists(out)
  // One right behind the other: in between there is no output.
  if (replaces) renameSync(out, previous)
  try {
    renameSync(temporary, out)
  } catch (error) {
    if (replaces) renameSync(previous, out)
    throw error
  }
}

/** Removes what builds that were killed left behind, and puts back a folder lost between two renames. */
export async function recoverOutput(asked: string): Promise<void> {
  const out = await realpath(asked).catch(() => resolve(asked))
  const { prefix } = getSwapNames(out)
  const parent = dirname(out)
  for (const name of await readdir(parent).catch(() => [])) {
    // What lies between must be a number alone: .site-preview-1.tmp is not one of .site's.
    const [, pid, role] = name.startsWith(prefix)
      ? (/^(\d+)\.(tmp|previous)$/.exec(name.slice(prefix.length)) ?? [])
      : []
    if (pid === undefined || (await isProcessRunning(Number(pid)))) continue
    const folder = join(parent, name)
    if (role === 'previous' && !(await pathExists(out))) await rename(folder, out)
    else await rm(folder, { recursive: true, force: true })
  }
}

/** The same for what this process has begun, at once: it is about to end. */
export function abandonOutput(asked: string): void {
  const { temporary, previous } = getSwapNames(
    existsSync(asked) ? realpathSync(asked) : resolve(asked),
  )
  const out = existsSync(asked) ? realpathSync(asked) : resolve(asked)
  if (!existsSync(out) && existsSync(previous)) renameSync(previous, out)
  for (const folder of [temporary, previous]) rmSync(folder, { recursive: true, force: true })
}

/** Copies a folder into another, if there is one to copy. */
export async function copyFolder(from: string, to: string): Promise<void> {
  if (await pathExists(from)) await cp(from, to, { recursive: true, dereference: true })
}

function getSwapNames(out: string) {
  const prefix = `.${basename(resolve(out))}-`
  const base = join(dirname(resolve(out)), `${prefix}${process.pid}`)
  return { prefix, temporary: `${base}.tmp`, previous: `${base}.previous` }
}

const pathExists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

async function isProcessRunning(pid: number): Promise<boolean> {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // Killed, but in a container nobody may have noticed yet: Linux keeps its number as that of a zombie.
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/^\d+ \(.*\) [ZX]/s.test(state)
}
