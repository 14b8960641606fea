import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
const tsx = join(root, 'node_modules/.bin/tsx')

export type Outcome = { code: number | null; stdout: string; stderr: string }

/** Runs one of scripts/ as the npm script of that name does. */
export function runScript(name: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(tsx, [join(root, 'scripts', `${name}.ts`), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  return { code: status, stdout, stderr }
}

/** Starts one of scripts/ and leaves it running, in a process group that ends with `process.kill(-child.pid)`. */
export function startScript(name: string, args: string[] = []): ChildProcess {
  return spawn(tsx, [join(root, 'scripts', `${name}.ts`), ...args], { cwd: root, stdio: 'ignore', detached: true })
}
