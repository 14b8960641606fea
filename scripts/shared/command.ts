import { parseArgs } from 'node:util'
import { pathToFileURL } from 'node:url'
import { toPrintableLines } from '../../schema/problems/printable.ts'
import { findNearestName, formatNameList } from '../../schema/validate/nearest-name.ts'
import { localizeCommands } from '../launch/commands.mjs'
import { formatRestoredChanges, restoreInterruptedChanges } from '../edit/text-edits.ts'
import { explainOptionsTakenByNpm, isVerboseForNpm } from './npm-options.ts'
import { formatHelp, formatUsage, type Option, type Usage } from './usage.ts'
import { toUserMessage } from './user-error.ts'

type Options = Record<string, Option>

/** The value of an option: what its parser returns, or a text, or whether a flag is given. */
type Value<O extends Option> = O extends string
  ? boolean
  : O extends { multiple: true }
    ? string[] | undefined
    : ParsedText<O> | (O extends { default: string } ? never : undefined)
type ParsedText<O> = O extends { parse: (text: string) => infer T }
  ? T
  : O extends { choices: readonly (infer Choice)[] }
    ? Choice
    : string

/** The values of a command's options. */
export type Values<O extends Options> = { [Name in keyof O]: Value<O[Name]> }

/** A command. @property run prints, and returns the exit code. */
export type Command<O extends Options = Options> = Usage & {
  options: O
  run(values: Values<O>, args: string[]): Promise<number>
}

/** What is common to all commands, whatever their options are. */
export type AnyCommand = Usage & {
  run(values: never, args: string[]): Promise<number>
}

/** Declares a command. Its help, and the types of its values, follow from its options. */
export const defineCommand = <const O extends Options>(command: Command<O>): Command<O> => command

/** Wrong usage of a command. Shown in one line, followed by the usage; exit code 2. */
export class UsageError extends Error {}

/** A value that cannot be used. The message says which one can, so no usage follows. */
export class InvalidValueError extends UsageError {}

/**
 * Runs a command and sets the exit code. Does nothing if the module at `url` is imported instead of
 * started.
 */
export async function runCommand(url: string, command: AnyCommand): Promise<void> {
  if (!process.argv[1] || url !== pathToFileURL(process.argv[1]).href) return
  // `npm run check | head` closes the pipe early.
  // A server whose terminal is gone would report that it cannot report, forever.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit()
    })
  const args = process.argv.slice(2)
  try {
    const taken = explainOptionsTakenByNpm(command, args, process.env)
    if (taken !== undefined) printError(taken)
    process.exitCode = taken === undefined ? await executeCommand(command, args) : 2
  } catch (error) {
    // Vike installs a handler that only prints uncaught errors.
    process.exitCode = 1
    throw error
  }
}

/**
 * Runs a command, and explains what the user did wrong.
 * @returns the exit code
 * @throws whatever is a bug
 */
export async function executeCommand(command: AnyCommand, args: string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(formatHelp(command, process.stdout.columns))
    return 0
  }
  try {
    const { values, positionals } = parseCommandLine(command, args)
    if ('site' in command.options) await restoreSite(values.site as string | undefined)
    return await command.run(values as never, positionals)
  } catch (error) {
    const message = toUserMessage(error as Error)
    if (message !== undefined) {
      printError(message)
      return 1
    }
    if (!(error instanceof UsageError)) throw error
    const usage = formatUsage(command, process.stderr.columns)
    printError(error instanceof InvalidValueError ? error.message : `${error.message}\n${usage}`)
    return 2
  }
}

/** @throws UsageError for a wrong option, argument or value */
function parseCommandLine({ options, arguments: described }: Usage, args: string[]) {
  // pnpm and Yarn pass on the dashes that separate their own options from these.
  const own = args[0] === '--' ? args.slice(1) : args
  const parsed = parse()
  const values: Record<string, unknown> = {}
  for (const [name, option] of Object.entries(options)) {
    const given = parsed.values[name]
    if (given === '') throw new UsageError(`--${name} needs a value`)
    values[name] = typeof given === 'string' ? parseValue(name, option, given) : given
  }
  return { values, positionals: parsed.positionals }

  function parse() {
    try {
      return parseArgs({
        args: own,
        options: Object.fromEntries(
          Object.entries(options).map(([name, option]) => [name, toParserOption(name, option)]),
        ),
        allowPositionals: described !== undefined,
      })
    } catch (error) {
      throw new UsageError(describeParseError(error as Error, Object.keys(options)))
    }
  }
}

const toParserOption = (name: string, option: Option) =>
  typeof option === 'string'
    ? ({ type: 'boolean', default: name === 'verbose' && isVerboseForNpm() } as const)
    : ({
        type: 'string',
        multiple: option.multiple ?? false,
        ...(option.default !== undefined && { default: option.default }),
      } as const)

function parseValue(name: string, option: Option, text: string): unknown {
  if (typeof option === 'string') return text
  const { choices, parse } = option
  if (choices && !choices.includes(text))
    throw new UsageError(`--${name} must be ${formatNameList(choices)}, not "${text}"`)
  return parse ? parse(text) : text
}

/** Describes an error of `parseArgs`, with the option that was probably meant. */
function describeParseError({ message }: Error, names: string[]): string {
  const option = /^Option '(?:-., )?(--[\w-]+)/.exec(message)?.[1]
  if (option && message.includes('not take')) return `${option} takes no value`
  if (option) return `${option} needs a value`
  const [, problem, name = ''] = /^(.*?) '(.*?)'/s.exec(message) ?? []
  const meant = findNearestName(name.replace(/^-+/, ''), names)
  return `${problem} '${name}'${meant ? `. Did you mean --${meant}?` : ''}`
}

/** Undoes what an interrupted command has left in the folder of the site. */
async function restoreSite(site = '.'): Promise<void> {
  const message = formatRestoredChanges(await restoreInterruptedChanges(site))
  if (message !== undefined) printError(`${message}\n`)
}

/** Paths and arguments may contain control characters. */
const printError = (text: string) => console.error(toPrintableLines(localizeCommands(text)))
