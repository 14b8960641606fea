import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Wrong usage of a command: shown in one line with the right usage; exit code 2. */
export class UsageError extends Error {
  constructor(
    message: string,
    readonly usage: string,
  ) {
    super(message)
  }
}

/** Why a command cannot go on, in the words of those who run it: shown without a stack; exit code 1. Known by its name, which threads keep. */
export class UserError extends Error {
  override name = 'UserError'
}

/** What a machine may refuse at any moment, by the code of its error. What was read or written follows where that helps. */
const systemErrorMessages: Record<string, (error: Error) => string> = {
  // Of a watcher, the same code speaks of something else.
  ENOSPC: ({ message }) =>
    /\bwatch/.test(message)
      ? 'This machine lets no more files be watched (fs.inotify.max_user_watches).'
      : 'The disk is full. Make room, and run the command again.',
  EDQUOT: () => 'Your share of the disk is full. Make room, and run the command again.',
  EROFS: (error) => `The disk may only be read${formatErrorPath(error)}.`,
  EACCES: (error) => `This user may not read or write there${formatErrorPath(error)}.`,
  EPERM: (error) => `This user may not do that${formatErrorPath(error)}.`,
  ENOTDIR: (error) => `There is a file where a folder should be${formatErrorPath(error)}.`,
  EBUSY: (error) =>
    `This is in use, or a disk of its own, and cannot be replaced${formatErrorPath(error)}. Give a folder inside it.`,
}

/** The path that an error of the file system names. */
const formatErrorPath = ({ message }: Error) =>
  /, \w+ ('.*')$/.exec(message)?.[1]?.replace(/^/, ': ') ?? ''

/** @returns what an author can do something about, in words; undefined for a mistake of ours. An error from a thread has its code in its message alone. */
export function toUserMessage(error: Error): string | undefined {
  if (error.name === 'UserError') return error.message
  const code = (error as NodeJS.ErrnoException).code ?? /^(E[A-Z]+): /.exec(error.message)?.[1]
  return code === undefined ? undefined : systemErrorMessages[code]?.(error)
}

/** @throws Refusal where a folder is no site. */
export function assertSiteFolder(dir: string): void {
  if (!existsSync(join(dir, 'pages.yaml')))
    throw new UserError(
      `There is no pages.yaml in ${dir}. Give the folder of a site with --site, or create pages.yaml there.`,
    )
}

type OptionsConfig = NonNullable<ParseArgsConfig['options']>

/** Reads a command's options. @throws UsageError for an unknown or incomplete one. */
export const parseOptions = <T extends OptionsConfig>(args: string[], usage: string, options: T) =>
  parseCommandLine(args, usage, options, false).values

/** Reads a command's options, and names without an option. @throws UsageError for an unknown or incomplete option. */
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

/** Runs `main` when the module at `url` is the program that was started, and sets the exit code. */
export async function runCommand(
  url: string,
  main: (args: string[]) => Promise<number>,
): Promise<void> {
  if (!process.argv[1] || url !== pathToFileURL(process.argv[1]).href) return
  // `npm run check | head` closes the pipe early, which is no mistake.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  const args = process.argv.slice(2)
  try {
    process.exitCode = await main(args)
  } catch (error) {
    const words = toUserMessage(error as Error)
    if (words !== undefined) {
      console.error(words)
      process.exitCode = 1
      return
    }
    if (!(error instanceof UsageError)) {
      // Vike, once it is loaded, only prints what nobody has caught.
      process.exitCode = 1
      throw error
    }
    if (args.includes('--help')) {
      console.log(error.usage)
      return
    }
    console.error(`${error.message}\n${error.usage}`)
    process.exitCode = 2
  }
}

/** A port to listen on. @throws UsageError when it is none. */
export function parsePort(port: string, usage: string): number {
  const number = Number(port)
  if (/^\d+$/.test(port) && number > 0 && number < 65536) return number
  throw new UsageError(`--port is a number from 1 to 65535, not "${port}"`, usage)
}
