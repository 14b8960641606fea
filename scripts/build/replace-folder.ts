import { cp, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { OutputFile } from './render-site.ts'

/**
 * Fills a temporary folder beside `out` and puts it in its place when all has succeeded. A failure, or a kill at any
 * moment before the two renames, leaves `out` as it was; a kill between them is mended by `recoverFolder`.
 * @returns the number of files and bytes written.
 */
export async function replaceFolder(
  out: string,
  fill: (write: (file: OutputFile) => Promise<void>, dir: string) => Promise<void>,
): Promise<{ files: number; bytes: number }> {
  const { temporary, previous } = namesFor(out)
  const count = { files: 0, bytes: 0 }
  await recoverFolder(out)
  try {
    await mkdir(temporary, { recursive: true })
    await fill(async ({ path, content }) => {
      const file = join(temporary, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, content)
      count.files += 1
      count.bytes += Buffer.byteLength(content)
    }, temporary)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    throw error
  }
  const replaces = await exists(out)
  if (replaces) await rename(out, previous)
  await rename(temporary, out).catch(async (error: Error) => {
    if (replaces) await rename(previous, out)
    throw error
  })
  await rm(previous, { recursive: true, force: true })
  return count
}

/** Removes what builds that were killed left behind, and puts back a folder lost between two renames. */
export async function recoverFolder(out: string): Promise<void> {
  const { prefix } = namesFor(out)
  const parent = dirname(resolve(out))
  const names = (await readdir(parent).catch(() => [])).filter((name) => name.startsWith(prefix))
  for (const name of names) {
    const [, pid, role] = /-(\d+)\.(tmp|previous)$/.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    const folder = join(parent, name)
    if (role === 'previous' && !(await exists(out))) await rename(folder, out)
    else await rm(folder, { recursive: true, force: true })
  }
}

/** Copies a folder into another, if there is one to copy. */
export async function copyFolder(from: string, to: string): Promise<void> {
  if (await exists(from)) await cp(from, to, { recursive: true, dereference: true })
}

function namesFor(out: string) {
  const prefix = `.${basename(resolve(out))}-`
  const base = join(dirname(resolve(out)), `${prefix}${process.pid}`)
  return { prefix, temporary: `${base}.tmp`, previous: `${base}.previous` }
}

const exists = (path: string) => stat(path).then(() => true, () => false)

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
