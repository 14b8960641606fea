import {
  defineCommand,
  executeCommand,
  type Command,
  type Values,
} from '../../scripts/shared/command.ts'

/** Reads the options of a benchmark. Prints its help, or what is wrong with them, and exits. */
export async function readOptions<const O extends Command['options']>(
  name: string,
  options: O,
  examples: Record<string, string>,
): Promise<Values<O>> {
  const read: Values<O>[] = []
  const command = defineCommand({
    name,
    options,
    examples,
    async run(values: Values<O>) {
      read.push(values)
      return 0
    },
  })
  const exitCode = await executeCommand(command, process.argv.slice(2))
  if (read.length === 0) process.exit(exitCode)
  return read[0]!
}
