import { pathToFileURL } from 'node:url'
import { toPrintableLines } from '../../schema/problems/printable.ts'
import { formatRestoredChanges, restoreInterruptedChanges } from '../edit/changes-journal.ts'
import { explainOptionsTakenByNpm } from './npm-options.ts'
import { formatHelp, formatUsage, UsageError, type Usage } from './usage.ts'
import { toUserMessage } from './user-error.ts'

/** A command: takes the arguments after its name, prints, and returns the exit code. */
export type Main = (args: string[]) => Promise<number>

/**
 * Runs `main` and sets the exit code. Does nothing if the module at `url` is imported instead of
 * started.
 */
export async function runCommand(url: string, usage: Usage, main: Main): Promise<void> {
  if (!process.argv[1] || url !== pathToFileURL(process.argv[1]).href) return
  // `npm run check | head` closes the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  const args = process.argv.slice(2)
  try {
    const taken = explainOptionsTakenByNpm(usage, args, process.env)
    if (taken !== undefined) printError(taken)
    process.exitCode = taken === undefined ? await executeMain(main, args) : 2
  } catch (error) {
    // Vike installs a handler that only prints uncaught errors.
    process.exitCode = 1
    throw error
  }
}

/**
 * Runs `main`, and explains what the user did wrong.
 * @returns the exit code.
 * @throws whatever is a bug.
 */
export async function executeMain(main: Main, args: string[]): Promise<number> {
  try {
    await restoreSite(args)
    return await main(args)
  } catch (error) {
    const message = toUserMessage(error as Error)
    if (message !== undefined) {
      printError(message)
      return 1
    }
    if (!(error instanceof UsageError)) throw error
    // No command declares --help, so parsing it fails.
    if (args.includes('--help')) {
      console.log(formatHelp(error.usage, process.stdout.columns))
      return 0
    }
    printError(`${error.message}\n${formatUsage(error.usage, process.stderr.columns)}`)
    return 2
  }
}

/** Undoes what an interrupted command has left in the folder of the site. */
async function restoreSite(args: string[]): Promise<void> {
  const index = args.findIndex((arg) => arg === '--site' || arg.startsWith('--site='))
  const site = index === -1 ? '.' : (/^--site=(.*)$/s.exec(args[index]!)?.[1] ?? args[index + 1])
  const message = formatRestoredChanges(await restoreInterruptedChanges(site ?? '.'))
  if (message !== undefined) printError(`${message}\n`)
}

/** Paths and arguments may contain control characters. */
const printError = (text: string) => console.error(toPrintableLines(text))
