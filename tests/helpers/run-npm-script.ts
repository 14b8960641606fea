import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** As package.json has it: most commands are bundled, and those that are seldom used are run from their sources. */
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

/** Runs one of scripts/ as the npm script of that name does. */
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
  return { code: status, stdout, stderr }
}

/** Starts one of scripts/ and leaves it running, in a process group that ends with `killScript`. */
export function startNpmScript(name: string, args: string[] = []): ChildProcess {
  const [program, ...first] = getScriptCommand(name)
  return spawn(program, [...first, ...args], { cwd: root, stdio: 'ignore', detached: true })
}

/** Kills what was started, unless it has come to its end, and waits until it is gone. */
export async function killNpmScript(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  if (child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch (error) {
    // It ended a moment ago, and nobody has been told yet.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
  await gone
}
