import { formatCommand } from '../launch/commands.mjs'
import type { Usage } from './usage.ts'

/**
 * Finds options that npm took. `npm run check --launch` passes no option to the command: npm takes
 * what precedes `--` for its own settings, and hands them over as `npm_config_*`. From
 * `--site DIR`, it passes on `DIR` as an argument.
 * @returns the command that was meant, with a message; undefined if npm took nothing.
 */
export function explainOptionsTakenByNpm(
  { name: command, options }: Usage,
  args: string[],
  env: NodeJS.ProcessEnv,
): string | undefined {
  // `npx signpost check --launch` passes on everything.
  if ([undefined, 'npx'].includes(env.npm_lifecycle_event)) return undefined
  const taken = Object.entries(options).flatMap(([name, option]) => {
    // --no-NAME is an empty value.
    const value = env[`npm_config_${name.replaceAll('-', '_')}`]
    if (!value || args.some((arg) => arg.split('=')[0] === `--${name}`)) return []
    if (typeof option === 'string') return [{ name, written: [`--${name}`] }]
    return [{ name, written: [`--${name}`, value === 'true' ? option.value : value] }]
  })
  if (taken.length === 0) return undefined
  const names = taken.map(({ name }) => `--${name}`).join(', ')
  const meant = formatCommand(command, [...args, ...taken.flatMap(({ written }) => written)])
  return `npm kept ${names} for itself. Write "--" before the options of a command, such as:\n\n  ${meant}\n`
}

/** npm keeps `--verbose` for itself, as its log level. If it is set, it is meant for both. */
export const isVerboseForNpm = (): boolean => process.env.npm_config_loglevel === 'verbose'
