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

/** Formats what is shown after an error. `--help` adds the examples. */
export const formatUsage = ({ synopses, explanations }: Usage): string =>
  `Usage: ${synopses.join('\n       ')}\n\n${formatColumns(explanations)}`

/** Formats what `--help` shows. */
export const formatHelp = (usage: Usage): string =>
  `${formatUsage(usage)}\n\nExamples:\n${formatColumns(usage.examples)}`

function formatColumns(rows: Record<string, string>): string {
  const width = Math.max(...Object.keys(rows).map((name) => name.length))
  return Object.entries(rows)
    .map(([name, explanation]) => `  ${name.padEnd(width)}  ${explanation}`)
    .join('\n')
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
