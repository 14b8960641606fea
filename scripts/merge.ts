/**
 * `npm run merge`: joins the shards that `npm run build -- --shard` has written. Exits with 1 on
 * errors, 2 on wrong usage. An error leaves the previous output as it is.
 */
import { assertReplaceable, getDefaultOutput } from './prerender/output/check-output-folder.ts'
import { mergeShards } from './prerender/shards/merge-shards.ts'
import { describeNextSteps } from './shared/next-steps.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import { hostOption, parseHosts, siteOptions, verboseOption } from './shared/options.ts'

export const command = defineCommand({
  name: 'merge',
  forms: ['SHARD …'],
  arguments: { 'SHARD …': 'The folders of all shards, in any order, such as shard-*.' },
  options: {
    out: { value: 'DIR', help: 'The folder to write. Default: dist in the folder of the site.' },
    ...hostOption,
    ...verboseOption,
    ...siteOptions,
  },
  examples: {
    'shard-*': 'Join the shards in this folder.',
    'shard-* --out site': 'Write the site to another folder.',
  },
  async run({ site, out = getDefaultOutput(site), host, verbose: isVerbose }, shards) {
    if (shards.length === 0) throw new UsageError('Name the folders of the shards, such as shard-*')
    await assertReplaceable(out, site)
    const exitCode = await mergeShards({
      site,
      out,
      shards,
      hosts: parseHosts(host),
      isVerbose,
    })
    if (exitCode === 0) console.log(describeNextSteps({ site, out }))
    return exitCode
  },
})

runCommand(import.meta.url, command)
