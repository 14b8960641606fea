import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/**
 * Returns the program and arguments of an npm script, as package.json defines them. Most scripts
 * run as a bundle, rarely used ones from source.
 */
export function getScriptCommand(name: string, dir = root): [program: string, ...args: string[]] {
  const { scripts } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const [program = '', ...args] = scripts[name]!.split(' ')
  return [
    program === 'node' ? process.execPath : join(root, 'node_modules/.bin', program),
    ...args.map((arg) => (arg.startsWith('scripts/') ? join(dir, arg) : arg)),
  ]
}

export type ScriptResult = { code: number | null; stdout: string; stderr: string }

/** Runs an npm script to its end, without npm and without colors. */
export function runNpmScript(
  name: string,
  args: string[] = [],
  env: NodeJS.ProcessEnv = {},
): ScriptResult {
  const [program, ...first] = getScriptCommand(name)
  const { status, stdout, stderr } = spawnSync(program, [...first, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  // On a slow machine, a build says how far it is.
  return { code: status, stdout, stderr: stderr.replace(/^.* …\n/gm, '') }
}

/** Starts an npm script in the background, in a process group that `killNpmScript` kills. */
export function startNpmScript(name: string, args: string[] = []): ChildProcess {
  const [program, ...first] = getScriptCommand(name)
  return spawn(program, [...first, ...args], { cwd: root, stdio: 'ignore', detached: true })
}

/** Kills the process group of a script that is still running, and waits until it has exited. */
export async function killNpmScript(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  if (child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch (error) {
    // The process has exited, but its exit event is still pending.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
  await exited
}
