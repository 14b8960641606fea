import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { distDir } from '../e2e/test-servers.ts'
import { runNpmScript, type ScriptResult } from './run-npm-script.ts'

/**
 * Builds this repository's site into a folder that all tests share, also those in a browser. The
 * first test that calls this builds it, and the others reuse it.
 * @returns the folder, which no test may change, and what the build printed.
 */
export async function buildOwnSite(): Promise<ScriptResult & { out: string }> {
  const lock = `${distDir}.building`
  await mkdir(dirname(lock), { recursive: true })
  while (!(await tryLock(lock))) await setTimeout(50)
  try {
    const built = runNpmScript('build', ['--out', distDir])
    if (built.code !== 0) throw new Error(built.stderr)
    return { ...built, out: distDir }
  } finally {
    await rm(lock, { force: true })
  }
}

/** Writes the id of this process, unless another one that is still running has written its own. */
async function tryLock(file: string): Promise<boolean> {
  try {
    await writeFile(file, `${process.pid}`, { flag: 'wx' })
    return true
  } catch {
    const owner = Number(await readFile(file, 'utf8').catch(() => ''))
    // A killed test run leaves its lock behind.
    if (owner > 0 && !isRunning(owner)) await rm(file, { force: true })
    return false
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
