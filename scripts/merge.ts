/** `npm run merge`: joins the parts that `npm run build -- --shard` has written. Exit 1 on errors, 2 on wrong usage; dist/ stays as it was then. */
import { explainInvalidOutput } from './prerender/output/check-output-folder.ts'
import { mergeShards } from './prerender/shards/merge-shards.ts'
import { parseOptionsAndPositionals, runCommand, UsageError } from './shared/run-command.ts'

const usage = 'Usage: npm run merge -- PART … [--site DIR] [--out DIR]'

async function main(args: string[]): Promise<number> {
  const { values, positionals: shards } = parseOptionsAndPositionals(args, usage, {
    site: { type: 'string', default: '.' },
    out: { type: 'string', default: 'dist' },
  })
  const { site, out } = values
  if (shards.length === 0)
    throw new UsageError('Name the folders of the parts, such as part-*', usage)
  const refusal = await explainInvalidOutput(out, site)
  if (refusal) throw new UsageError(refusal, usage)
  return mergeShards({ site, out, shards })
}

runCommand(import.meta.url, main)
