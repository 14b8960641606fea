import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { findNearestName } from '../../schema/validate/nearest-name.ts'
import { formatCommand, listOptions, toSiteArgs, type Usage, UsageError } from './usage.ts'
import { UserError } from './user-error.ts'

type OptionsConfig = NonNullable<ParseArgsConfig['options']>

/**
 * Parses the options of a command that takes no arguments.
 * @throws UsageError for an unknown or incomplete option.
 */
export const parseOptions = <T extends OptionsConfig>(args: string[], usage: Usage, options: T) =>
  parseCommandLine(args, usage, options, false).values

/**
 * Parses the options and arguments of a command.
 * @throws UsageError for an unknown or incomplete option.
 */
export const parseOptionsAndPositionals = <T extends OptionsConfig>(
  args: string[],
  usage: Usage,
  options: T,
) => parseCommandLine(args, usage, options, true)

function parseCommandLine<T extends OptionsConfig>(
  args: string[],
  usage: Usage,
  options: T,
  allowPositionals: boolean,
) {
  try {
    // pnpm and Yarn pass on the dashes that separate their own options from these.
    const own = args[0] === '--' ? args.slice(1) : args
    const parsed = parseArgs({ args: own, options, strict: true, allowPositionals })
    for (const [name, value] of Object.entries(parsed.values))
      if (value === '') throw new Error(`Option '--${name}' argument missing`)
    return parsed
  } catch (error) {
    throw new UsageError(describeParseError(error as Error, usage), usage)
  }
}

/** Describes an error of `parseArgs`, with the option that was probably meant. */
function describeParseError({ message }: Error, usage: Usage): string {
  const option = /^Option '(?:-., )?(--[\w-]+)/.exec(message)?.[1]
  if (option && message.includes('not take')) return `${option} takes no value`
  if (option) return `${option} needs a value`
  const [, problem, name = ''] = /^(.*?) '(.*?)'/s.exec(message) ?? []
  const names = listOptions(usage).map((each) => each.name)
  const meant = findNearestName(name.replace(/^-+/, ''), names)
  return `${problem} '${name}'${meant ? `. Did you mean --${meant}?` : ''}`
}

/** @throws UserError if a folder is not a site. */
export function assertSiteFolder(dir: string): void {
  if (!existsSync(join(dir, 'pages.yaml')))
    throw new UserError(
      `There is no pages.yaml in ${dir}. Set --site to the folder of a site, or create pages.yaml there.`,
    )
}

/**
 * Explains that a folder has no built site.
 * @param site The folder of the site, unless it is `.`.
 */
export const explainMissingBuild = (dir: string, site: string): string =>
  `There is no built site in ${dir}. Run: ${formatCommand('npm run build', toSiteArgs(site))}`

/** @throws UsageError if the text is not a port. */
export function parsePort(port: string, usage: Usage): number {
  const number = Number(port)
  if (/^\d+$/.test(port) && number > 0 && number < 65536) return number
  throw new UsageError(`--port must be a number from 1 to 65535, not "${port}"`, usage)
}
