import { commands } from '../launch/commands.mjs'

/** How a command is called, as `--help` shows it. */
export type Usage = {
  /** The ways to call the command, such as `npm run check -- [--site DIR]`. */
  synopses: string[]
  /** One line for each argument and option, such as `'--site DIR': 'The …'`. */
  explanations: Record<string, string>
  /** Commands to copy, each with what it does. */
  examples: Record<string, string>
}

/** Wrong usage of a command. Shown in one line, followed by the usage; exit code 2. */
export class UsageError extends Error {
  constructor(
    message: string,
    readonly usage: Usage,
  ) {
    super(message)
  }
}

/** Describes how a command is called. `--help` needs no explanation. */
export const defineUsage = (
  synopses: string | string[],
  explanations: Record<string, string>,
  examples: Record<string, string>,
): Usage => ({
  synopses: [synopses].flat(),
  explanations: { ...explanations, '--help': 'Show this help.' },
  examples,
})

/**
 * Formats what is shown after an error. `--help` adds the examples.
 * @param columns the width of the terminal. Nothing is wrapped without one.
 */
export function formatUsage({ synopses, explanations }: Usage, columns?: number): string {
  const calls = synopses.map((synopsis) => wrap(synopsis.split(/ (?=\[)/), 7, columns))
  return `Usage: ${calls.join('\n       ')}\n\n${formatTwoColumns(explanations, columns)}`
}

/** Formats what `--help` shows. @param columns the width of the terminal */
export function formatHelp(usage: Usage, columns?: number): string {
  const summary = [commands[getCommandPrefix(usage).split(' ').at(-1)!] ?? []].flat()
  return [
    ...summary.map((sentence) => wrap(sentence.split(' '), 0, columns)),
    formatUsage(usage, columns),
    `Examples:\n${formatTwoColumns(usage.examples, columns)}`,
  ].join('\n\n')
}

/** In a narrow terminal, an explanation of fewer columns begins below its name. */
const minExplanationColumns = 32

function formatTwoColumns(rows: Record<string, string>, columns = Infinity): string {
  const width = Math.max(...Object.keys(rows).map((name) => name.length))
  const isBelow = columns - width - 4 < minExplanationColumns
  const indent = isBelow ? 6 : width + 4
  return Object.entries(rows)
    .map(([name, explanation]) => {
      const text = wrap(explanation.split(' '), indent, columns)
      return isBelow ? `  ${name}\n      ${text}` : `  ${name.padEnd(width)}  ${text}`
    })
    .join('\n')
}

/** Joins words to lines that fit, each but the first indented. */
function wrap(words: string[], indent: number, columns = Infinity): string {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && indent + last.length + 1 + word.length < columns)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}

/** An option: `{ name: 'site', placeholder: 'DIR' }`. A flag has no placeholder. */
export type UsageOption = { name: string; placeholder?: string }

export const listOptions = ({ explanations }: Usage): UsageOption[] =>
  Object.keys(explanations)
    .filter((key) => key.startsWith('--'))
    .map((key) => {
      const [name = '', placeholder] = key.slice(2).split(' ')
      return { name, ...(placeholder && { placeholder }) }
    })

/** How a command is started, without its arguments: `npm run check`. */
export const getCommandPrefix = ({ synopses }: Usage): string =>
  /^npm (?:run )?\S+/.exec(synopses[0] ?? '')?.[0] ?? 'npm run'

/** Formats a command to copy: `npm run check -- --launch`. */
export const formatCommand = (prefix: string, args: string[]): string =>
  [prefix, ...(args.length > 0 ? ['--'] : []), ...args.map(quoteArgument)].join(' ')

/** Quotes an argument for a shell, if it has to be. */
const quoteArgument = (arg: string): string =>
  /^[\w./:@%+=,-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`

/** The options that name a site, unless it is in the current folder. */
export const toSiteArgs = (site: string): string[] => (site === '.' ? [] : ['--site', site])

/** Explanations of options that several commands have. */
export const siteOption = {
  '--site DIR': 'The folder of the site. Default: the current folder.',
}
/** Taken by `scripts/run.mjs`, before the command starts. */
export const cacheOption = {
  '--cache-dir DIR': 'Where to keep the cache. Default: node_modules.',
}
export const builtSiteOptions = {
  ...siteOption,
  '--dir DIR': 'The folder of the built site. Default: dist in the folder of the site.',
}
