import { commands, formatCommand, isPackage, localizeCommands } from '../launch/commands.mjs'

/** How a command is called, as `--help` shows it. */
export type Usage = {
  /** In `scripts/launch/commands.mjs`: `check`. */
  name: string
  /** What precedes the options, such as `[WORD …]`, if there is something; each way to call it. */
  forms?: string[]
  /** What each argument means. */
  arguments?: Record<string, string>
  options: Record<string, Option>
  /** Arguments to copy, each with what they do. Options that several commands have need none. */
  examples: Record<string, string>
}

/** An option, without its dashes. A flag has only an explanation. */
export type Option =
  | string
  | {
      /** What the value is, in capitals: `DIR`. */
      value: string
      help: string
      /** Added to the explanation, unless that has it in other words. */
      default?: string
      /** Any other value is refused. */
      choices?: readonly string[]
      /** Whether it may be given several times. */
      multiple?: true
      /** @throws UsageError for a wrong value */
      parse?: (text: string) => unknown
    }

/**
 * Formats what is shown after an error. `--help` adds the examples.
 * @param columns the width of the terminal. Nothing is wrapped without one.
 */
export function formatUsage(usage: Usage, columns?: number): string {
  const { forms = [''], arguments: described } = usage
  const calls = forms.map((form) => {
    const words = [form, '[OPTIONS]'].filter(Boolean)
    const start = formatCommand(usage.name) + (isPackage ? '' : ' --')
    return wrap([start, ...words], 7, columns)
  })
  const rows = { ...described, ...explainOptions(usage), '--help': 'Show this help.' }
  return `Usage: ${calls.join('\n       ')}\n\n${formatTwoColumns(localizeValues(rows), columns)}`
}

const localizeValues = (rows: Record<string, string>) =>
  Object.fromEntries(Object.entries(rows).map(([name, text]) => [name, localizeCommands(text)]))

const explainOptions = ({ options }: Usage) =>
  Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      if (typeof option === 'string') return [`--${name}`, option]
      const { value, help, default: byDefault } = option
      const isExplained = byDefault === undefined || help.includes('Default:')
      return [`--${name} ${value}`, isExplained ? help : `${help} Default: ${byDefault}.`]
    }),
  )

/** Formats what `--help` shows. @param columns the width of the terminal */
export function formatHelp(usage: Usage, columns?: number): string {
  const summary = commands[usage.name]
  const examples = Object.entries(usage.examples).map(([args, explanation]) => [
    formatCommand(usage.name) + (args && (isPackage ? ` ${args}` : ` -- ${args}`)),
    localizeCommands(explanation),
  ])
  return [
    ...(summary ? [wrap(localizeCommands(summary).split(' '), 0, columns)] : []),
    formatUsage(usage, columns),
    `Examples:\n${formatTwoColumns(Object.fromEntries(examples), columns)}`,
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

/** The options that name a site, unless it is in the current folder. */
export const toSiteArgs = (site: string): string[] => (site === '.' ? [] : ['--site', site])
