import { spawnSync } from 'node:child_process'

/** Runs GNU parallel, which is installed from Debian if it is missing and this process may do so. */
export function runParallel(args: string[]): { code: number | null; output: string } {
  const isThere = spawnSync('parallel', ['--version'], { stdio: 'ignore' }).status === 0
  if (!isThere) {
    const install = 'apt-get update && apt-get install --yes --no-install-recommends parallel'
    spawnSync('sh', ['-c', install], { stdio: 'ignore' })
  }
  const { status, stdout, stderr, error } = spawnSync('parallel', ['--will-cite', ...args], {
    encoding: 'utf8',
  })
  return { code: status, output: error?.message ?? stdout + stderr }
}
