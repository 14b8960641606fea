import type { ParseArgsConfig } from 'node:util'
import { parseOptions } from '../../scripts/shared/parse-options.ts'
import { executeMain } from '../../scripts/shared/run-command.ts'
import { defineUsage } from '../../scripts/shared/usage.ts'

type OptionsConfig = NonNullable<ParseArgsConfig['options']>

/** Reads the options of a benchmark. Prints its help, or what is wrong with them, and exits. */
export async function readOptions<T extends OptionsConfig>(
  options: T,
  ...usage: Parameters<typeof defineUsage>
) {
  const read: ReturnType<typeof parseOptions<T>>[] = []
  const exitCode = await executeMain((args) => {
    read.push(parseOptions(args, defineUsage(...usage), options))
    return Promise.resolve(0)
  }, process.argv.slice(2))
  if (read.length === 0) process.exit(exitCode)
  return read[0]!
}
