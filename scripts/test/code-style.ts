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

const explanations = { 'PATH …': 'Files and folders. Default: everything.' }
const formatUsage = defineUsage('npm run format -- [PATH …]', explanations, {
  'npm run format': 'Format all code.',
  'npm run format -- blocks/hero': 'Format one folder.',
})
const lintUsage = defineUsage('npm run lint -- [PATH …]', explanations, {
  'npm run lint': 'Report suspicious code.',
  'npm run lint -- blocks/hero': 'Report it in one folder.',
})
const getUsage = (name?: string) => (name === 'lint' ? lintUsage : formatUsage)

export async function main([name = '', ...args]: string[]): Promise<number> {
  const usage = getUsage(name)
  const command = biomeArguments[name]
  if (!command) throw new UsageError('The first argument must be format or lint', usage)
  const paths = parseOptionsAndPositionals(args, usage, {}).positionals
  const biome = join(root, 'node_modules/.bin/biome')
  const places = paths.length > 0 ? paths : ['.']
  const { status } = spawnSync(biome, [...command, ...places], { cwd: root, stdio: 'inherit' })
  return status ?? 1
}

runCommand(import.meta.url, getUsage(process.argv[2]), main)
