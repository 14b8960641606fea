import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const runner = join(import.meta.dirname, '../run.mjs')
const maxOutputBytes = 1 << 28

/**
 * Runs a command of this program in a process of its own, whose memory and settings end with it.
 * @returns what it printed
 * @throws Error with what it printed to stderr, if it fails
 */
export async function runOwnCommand(args: string[]): Promise<string> {
  try {
    const options = { maxBuffer: maxOutputBytes }
    return (await execute(process.execPath, [runner, ...args], options)).stdout
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new Error(stderr?.trim() || message)
  }
}
