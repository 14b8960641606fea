/**
 * `npm run merge`: joins the shards that `npm run build -- --shard` has written. Exits with 1 on
 * errors, 2 on wrong usage. An error leaves the previous output as it is.
 */
import { explainInvalidOutput, getDefaultOutput } from './prerender/output/check-output-folder.ts'
import { mergeShards } from './prerender/shards/merge-shards.ts'
import { describeNextSteps } from './shared/next-steps.ts'
import { hostOption, parseHosts } from './shared/host-option.ts'
import { parseOptionsAndPositionals } from './shared/parse-options.ts'
import { runCommand } from './shared/run-command.ts'
import { cacheOption, defineUsage, siteOption, UsageError } from './shared/usage.ts'
import { isVerboseForNpm, verboseOption } from './shared/verbose-option.ts'

const usage = defineUsage(
  'npm run merge -- SHARD … [--site DIR] [--cache-dir DIR] [--out DIR] [--host NAMES] [--verbose]',
  {
    'SHARD …': 'The folders of all shards, in any order, such as shard-*.',
    ...siteOption,
    ...cacheOption,
    '--out DIR': 'The folder to write. Default: dist in the folder of the site.',
    ...hostOption,
    ...verboseOption,
  },
  {
    'npm run merge -- shard-*': 'Join the shards in this folder.',
    'npm run merge -- shard-* --out site': 'Write the site to another folder.',
    'npm run merge -- shard-* --host nginx --verbose':
      'Add the configuration of nginx, and print figures.',
    'npm run merge -- shard-* --site ../bakery': 'Join the shards of another site.',
    'npm run merge -- shard-* --cache-dir /var/cache/site': 'Keep the cache in another folder.',
  },
)

export async function main(args: string[]): Promise<number> {
  const { values, positionals: shards } = parseOptionsAndPositionals(args, usage, {
    site: { type: 'string', default: '.' },
    out: { type: 'string' },
    host: { type: 'string', multiple: true },
    verbose: { type: 'boolean', default: isVerboseForNpm() },
  })
  const { site, out = getDefaultOutput(site), verbose: isVerbose } = values
  if (shards.length === 0)
    throw new UsageError('Name the folders of the shards, such as shard-*', usage)
  const invalidOutput = await explainInvalidOutput(out, site)
  if (invalidOutput) throw new UsageError(invalidOutput, usage)
  const exitCode = await mergeShards({
    site,
    out,
    shards,
    hosts: parseHosts(values.host, usage),
    isVerbose,
  })
  if (exitCode === 0) console.log(describeNextSteps({ site, out }))
  return exitCode
}

runCommand(import.meta.url, usage, main)
