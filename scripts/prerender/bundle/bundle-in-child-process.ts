import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import { UserError } from '../../shared/user-error.ts'
import { canUseThreads, locateModule } from '../workers/start-worker.ts'
import type { BundleReply } from './bundle-process.ts'
import { type BundleResult, type BundleTask, bundleTasks } from './bundle-tasks.ts'

/**
 * Bundles sources in a child process. When it exits, the memory that Vite and Rolldown allocated
 * returns to the system, and meanwhile this process reads the site.
 * @param dir the folder to write to
 * @throws whatever fails while bundling
 */
export async function bundleInChildProcess<Task extends BundleTask>(
  task: Task,
  root: string,
  dir: string,
  site?: string,
): Promise<BundleResult<Task>> {
  if (!canUseThreads) return bundleTasks[task](root, dir, site) as Promise<BundleResult<Task>>
  const child = fork(
    locateModule('bundle-process'),
    [task, root, dir, ...(site === undefined ? [] : [site])],
    {
      // Vite chooses its builds by this variable.
      env: { ...process.env, NODE_ENV: 'production' },
      // It does not inherit the memory options of this process.
      execArgv: [],
      stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
    },
  )
  return (await receiveSummary(child)) as BundleResult<Task>
}

/** A shell reports a process that SIGABRT or SIGKILL has stopped with these codes. */
const codesOfSignals = [134, 137]

/**
 * Waits for the reply of the child process. What the process prints meanwhile is shown, or belongs
 * to the error if it exits without a reply, as Vike lets it do for some errors.
 */
export async function receiveSummary(child: ChildProcess): Promise<unknown> {
  let reply: BundleReply = {}
  let printed = ''
  child.once('message', (message: BundleReply) => (reply = message))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (printed += text))
  // All output of the process has arrived by now.
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  const { summary, error } = reply
  if (!summary && !error && code !== null && !codesOfSignals.includes(code))
    throw describeFailure(code, printed)
  process.stderr.write(printed)
  if (summary) return summary
  if (error) throw Object.assign(new Error(error.message), error)
  throw new UserError(
    `The process that bundles the sources was stopped (${signal ?? code}), possibly because it ran out of memory. Run the command again.`,
  )
}

function describeFailure(code: number, printed: string): UserError {
  const text = stripVTControlCharacters(printed).trim() || 'It printed no error.'
  return new UserError(
    `The sources cannot be bundled. The process that bundles them exited with code ${code}:\n\n${text}`,
  )
}
