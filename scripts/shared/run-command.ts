import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { toUserMessage, UserError } from './user-error.ts'

/** Wrong usage of a command. Shown in one line, followed by the usage; exit code 2. */
export class UsageError extends Error {
  constructor(
    message: string,
    readonly usage: string,
  ) {
    super(message)
  }
}

/**
 * Formats what `--help` prints.
 * @param synopses The ways to call the command, such as `npm run check -- [--site DIR]`.
 * @param explanations One line for each argument and option, such as `'--site DIR': 'The …'`.
 */
export function formatUsage(
  synopses: string | string[],
  explanations: Record<string, string>,
): string {
  const explained = Object.entries({ ...explanations, '--help': 'Show this help.' })
  const width = Math.max(...explained.map(([name]) => name.length))
  return [
    `Usage: ${[synopses].flat().join('\n       ')}`,
    '',
    ...explained.map(([name, explanation]) => `  ${name.padEnd(width)}  ${explanation}`),
  ].join('\n')
}

/** Explanations of options that several commands have. */
export const siteOption = {
  '--site DIR': 'The folder of the site. Default: the current folder.',
}
export const builtSiteOption = { '--dir DIR': 'The folder of the built site. Default: dist.' }

/** @throws UserError if a folder is not a site. */
export function assertSiteFolder(dir: string): void {
  if (!existsSync(join(dir, 'pages.yaml')))
    throw new UserError(
      `There is no pages.yaml in ${dir}. Set --site to the folder of a site, or create pages.yaml there.`,
    )
}

type OptionsConfig = NonNullable<ParseArgsConfig['options']>

/**
 * Parses the options of a command that takes no arguments.
 * @throws UsageError for an unknown or incomplete option.
 */
export const parseOptions = <T extends OptionsConfig>(args: string[], usage: string, options: T) =>
  parseCommandLine(args, usage, options, false).values

/**
 * Parses the options and arguments of a command.
 * @throws UsageError for an unknown or incomplete option.
 */
export const parseOptionsAndPositionals = <T extends OptionsConfig>(
  args: string[],
  usage: string,
  options: T,
) => parseCommandLine(args, usage, options, true)

function parseCommandLine<T extends OptionsConfig>(
  args: string[],
  usage: string,
  options: T,
  allowPositionals: boolean,
) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals })
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? '', usage)
  }
}

/**
 * Runs `main` and sets the exit code. Does nothing if the module at `url` is imported instead of
 * started.
 */
export async function runCommand(
  url: string,
  main: (args: string[]) => Promise<number>,
): Promise<void> {
  if (!process.argv[1] || url !== pathToFileURL(process.argv[1]).href) return
  // `npm run check | head` closes the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  const args = process.argv.slice(2)
  try {
    process.exitCode = await main(args)
  } catch (error) {
    const message = toUserMessage(error as Error)
    if (message !== undefined) {
      console.error(message)
      process.exitCode = 1
      return
    }
    if (!(error instanceof UsageError)) {
      // Vike installs a handler that only prints uncaught errors.
      process.exitCode = 1
      throw error
    }
    // No command declares --help, so that parsing it fails.
    if (args.includes('--help')) {
      console.log(error.usage)
      return
    }
    console.error(`${error.message}\n${error.usage}`)
    process.exitCode = 2
  }
}

/** @throws UsageError if the text is not a port. */
export function parsePort(port: string, usage: string): number {
  const number = Number(port)
  if (/^\d+$/.test(port) && number > 0 && number < 65536) return number
  throw new UsageError(`--port must be a number from 1 to 65535, not "${port}"`, usage)
}
