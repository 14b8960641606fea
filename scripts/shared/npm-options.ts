import { distance } from 'fastest-levenshtein'
import { formatFirstItems } from '../../schema/util/format-first-items.ts'
import { formatCommand } from '../launch/commands.mjs'
import type { Usage } from './usage.ts'

/**
 * Finds options that npm took. `npm run check --launch` passes no option to the command: npm takes
 * what precedes `--` for its own settings, and hands them over as `npm_config_*`. From
 * `--site DIR`, it passes on `DIR` as an argument.
 * @returns the command that was meant, with a message; undefined if npm took nothing.
 */
export function explainOptionsTakenByNpm(
  usage: Usage,
  args: string[],
  env: NodeJS.ProcessEnv,
): string | undefined {
  // `npx signpost check --launch` passes on everything.
  if ([undefined, 'npx'].includes(env.npm_lifecycle_event)) return undefined
  const end = args.findIndex((arg) => arg.startsWith('-'))
  const strays = end === -1 ? [...args] : args.slice(0, end)
  const passedOn = args.slice(strays.length)
  const taken = toNpmOptions(usage).flatMap((option) => {
    const isGiven = passedOn.some((arg) => arg.split('=')[0] === `--${option.name}`)
    const value = isGiven ? undefined : readTakenValue(option, strays, env)
    return value === undefined ? [] : [{ option, value }]
  })
  if (taken.length === 0) return undefined
  const values = findStrayValues(
    taken.filter(({ option, value }) => option.placeholder && value === 'true'),
    strays,
  )
  const options = taken.flatMap(({ option: { name, placeholder }, value }) =>
    placeholder
      ? [`--${name}`, values.get(name) ?? (value === 'true' ? placeholder : value)]
      : [`--${name}`],
  )
  const command = formatCommand(usage.name, [...strays, ...passedOn, ...options])
  const names = formatFirstItems(
    taken.map(({ option }) => `--${option.name}`),
    Infinity,
  )
  return `npm kept ${names} for itself. Write "--" before the options of a command:\n\n  ${command}\n`
}

/** An option as npm sees it: `{ name: 'site', placeholder: 'DIR' }`. A flag has no placeholder. */
type NpmOption = { name: string; placeholder?: string; choices?: readonly string[] }

const toNpmOptions = ({ options }: Usage): NpmOption[] =>
  Object.entries(options).map(([name, option]) =>
    typeof option === 'string'
      ? { name }
      : {
          name,
          placeholder: option.value,
          // The default may well be an argument: npm run pages text.
          choices: option.choices?.filter((choice) => choice !== option.default),
        },
  )

/** @returns what npm made of the option; `true` if it has no value or left it behind. */
function readTakenValue(
  option: NpmOption,
  strays: string[],
  env: NodeJS.ProcessEnv,
): string | undefined {
  const { name } = option
  const value = env[configPrefix + name.replaceAll('-', '_')]
  // --no-NAME is an empty value.
  if (value) return value
  // npm reads --format as an abbreviation of one of its settings, which leaves no other trace.
  const isAbbreviated = name === 'format' && strays.some((stray) => canBeValue(stray, option))
  return isAbbreviated || isMisspelled(name, env) ? 'true' : undefined
}

const configPrefix = 'npm_config_'
/** Shorter names resemble npm's own settings. */
const minMisspelledLength = 5

/** Whether npm took an option that differs from this one by a typing error. */
const isMisspelled = (name: string, env: NodeJS.ProcessEnv): boolean =>
  name.length >= minMisspelledLength &&
  Object.entries(env).some(
    ([key, value]) =>
      key.startsWith(configPrefix) &&
      value === 'true' &&
      distance(key.slice(configPrefix.length), name) <= 2,
  )

/** The format of a value, by its placeholder in the help. Other values may be any text. */
const valuePatterns: Record<string, RegExp> = {
  NUMBER: /^\d+$/,
  'K/N': /^\d+\/\d+$/,
  URL: /^https?:/,
}

const canBeValue = (text: string, { placeholder = '', choices }: NpmOption) =>
  choices ? choices.includes(text) : valuePatterns[placeholder]?.test(text)

/**
 * Finds the values that npm separated from their options, and removes them from the other
 * arguments. npm does not keep the order of its options: if it is not clear which value belongs to
 * which, none is found.
 */
function findStrayValues(taken: { option: NpmOption }[], strays: string[]): Map<string, string> {
  const values = new Map<string, string>()
  const unclear: string[] = []
  for (const { option } of taken) {
    const index = strays.findIndex((stray) => canBeValue(stray, option))
    if (index === -1) unclear.push(option.name)
    else values.set(option.name, strays.splice(index, 1)[0]!)
  }
  // Most people write options after the arguments.
  const rest = unclear.length === 0 ? [] : strays.splice(-unclear.length)
  if (unclear.length === 1 && rest.length === 1) values.set(unclear[0]!, rest[0]!)
  return values
}

/** npm keeps `--verbose` for itself, as its log level. If it is set, it is meant for both. */
export const isVerboseForNpm = (): boolean => process.env.npm_config_loglevel === 'verbose'
