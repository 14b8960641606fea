/**
 * `npm run format` and `npm run lint`: format the code, or report what is suspicious in it. Exits
 * with 1 if there is something to report, 2 on wrong usage.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseOptionsAndPositionals } from '../shared/parse-options.ts'
import { runCommand } from '../shared/run-command.ts'
import { defineUsage, UsageError } from '../shared/usage.ts'

const root = join(import.meta.dirname, '../..')
const biomeArguments: Record<string, string[]> = { format: ['format', '--write'], lint: ['lint'] }

const usage = defineUsage(
  ['npm run format -- [PATH …]', 'npm run lint -- [PATH …]'],
  { 'PATH …': 'Files and folders. Default: everything.' },
  {
    'npm run format': 'Format all code.',
    'npm run lint': 'Report suspicious code.',
    'npm run lint -- blocks/hero': 'Report it in one folder.',
  },
)

export async function main(args: string[]): Promise<number> {
  const [name = '', ...paths] = parseOptionsAndPositionals(args, usage, {}).positionals
  const command = biomeArguments[name]
  if (!command) throw new UsageError('The first argument must be format or lint', usage)
  const biome = join(root, 'node_modules/.bin/biome')
  const places = paths.length > 0 ? paths : ['.']
  const { status } = spawnSync(biome, [...command, ...places], { cwd: root, stdio: 'inherit' })
  return status ?? 1
}

runCommand(import.meta.url, usage, main)
