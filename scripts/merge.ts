/** `npm run merge`: joins the parts that `npm run build -- --shard` has written. Exit 1 on errors, 2 on wrong usage; dist/ stays as it was then. */
import { refuseOut } from './build/check-out.ts'
import { mergeParts } from './build/merge-parts.ts'
import { readArguments, runScript, UsageError } from './options.ts'

const usage = 'Usage: npm run merge -- PART … [--site DIR] [--out DIR]'

async function main(args: string[]): Promise<number> {
  const { values, positionals: parts } = readArguments(args, usage, {
    site: { type: 'string', default: '.' },
    out: { type: 'string', default: 'dist' },
  })
  const { site, out } = values
  if (parts.length === 0)
    throw new UsageError('Name the folders of the parts, such as part-*', usage)
  const refusal = await refuseOut(out, site)
  if (refusal) throw new UsageError(refusal, usage)
  return mergeParts({ site, out, parts })
}

runScript(import.meta.url, main)
