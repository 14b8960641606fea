/**
 * `npm run merge`: joins the shards that `npm run build -- --shard` has written. Exits with 1 on
 * errors, 2 on wrong usage. An error leaves the previous output as it is.
 */
import { explainInvalidOutput } from './prerender/output/check-output-folder.ts'
import { mergeShards } from './prerender/shards/merge-shards.ts'
import {
  formatUsage,
  parseOptionsAndPositionals,
  runCommand,
  siteOption,
  UsageError,
} from './shared/run-command.ts'

const usage = formatUsage('npm run merge -- SHARD … [--site DIR] [--out DIR]', {
  'SHARD …': 'The folders of all shards, in any order, such as shard-*.',
  ...siteOption,
  '--out DIR': 'The folder to write. Default: dist.',
})

async function main(args: string[]): Promise<number> {
  const { values, positionals: shards } = parseOptionsAndPositionals(args, usage, {
    site: { type: 'string', default: '.' },
    out: { type: 'string', default: 'dist' },
  })
  const { site, out } = values
  if (shards.length === 0)
    throw new UsageError('Name the folders of the shards, such as shard-*', usage)
  const invalidOutput = await explainInvalidOutput(out, site)
  if (invalidOutput) throw new UsageError(invalidOutput, usage)
  return mergeShards({ site, out, shards })
}

runCommand(import.meta.url, main)
