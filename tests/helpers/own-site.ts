import { mkdir, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { distDir } from '../e2e/test-servers.ts'
import { runNpmScript, type ScriptResult } from './run-npm-script.ts'

/** Longer than any build. A killed test run leaves its lock behind. */
const maxLockAgeMs = 120_000

/**
 * Builds this repository's site into a folder that all tests share, also those in a browser. The
 * first test that calls this builds it, and the others reuse it.
 * @returns the folder, which no test may change, and what the build printed.
 */
export async function buildOwnSite(): Promise<ScriptResult & { out: string }> {
  const lock = `${distDir}.lock`
  await mkdir(dirname(lock), { recursive: true })
  while (!(await tryCreateFolder(lock))) {
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > maxLockAgeMs) await rm(lock, { recursive: true, force: true })
    else await setTimeout(50)
  }
  try {
    const built = runNpmScript('build', ['--out', distDir])
    if (built.code !== 0) throw new Error(built.stderr)
    return { ...built, out: distDir }
  } finally {
    await rm(lock, { recursive: true })
  }
}

const tryCreateFolder = (path: string) =>
  mkdir(path).then(
    () => true,
    () => false,
  )
