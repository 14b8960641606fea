/**
 * `npm run build`: validates the site and writes it to its dist/, or one shard of it to its own
 * folder. Exits with 1 on errors or if a page exceeds a budget, 2 on wrong usage. An error leaves
 * the previous output as it is. With --watch, rebuilds after each change until it is stopped, then
 * exits with 0.
 */
import { localizeCommands } from './launch/commands.mjs'
import { buildSite } from './prerender/run/build-site.ts'
import { watchSite } from './watch/watch-site.ts'
import { buildShard } from './prerender/shards/build-shard.ts'
import { assertReplaceable, getDefaultOutput } from './prerender/output/check-output-folder.ts'
import { getShardFolder, type Shard } from './prerender/shards/shard.ts'
import { describeNextSteps } from './shared/next-steps.ts'
import { defineCommand, runCommand, UsageError } from './shared/command.ts'
import {
  hostOption,
  nowOption,
  originOption,
  parseHosts,
  readClock,
  siteOptions,
  verboseOption,
} from './shared/options.ts'

/**
 * Parses `3/8`, the third of eight shards.
 * @throws UsageError if there is no such shard.
 */
function parseShard(text: string): Shard {
  const [, index, count] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number)
  if (index === undefined || count === undefined)
    throw new UsageError(
      `--shard must be a shard and the number of shards, such as 3/8, not "${text}"`,
    )
  if (count === 0) throw new UsageError(`--shard ${text}: there is at least one shard, 1/1`)
  if (index === 0)
    throw new UsageError(`--shard ${text}: shards are counted from 1, so the first is 1/${count}`)
  if (index > count)
    throw new UsageError(`--shard ${text}: the last of ${count} shards is ${count}/${count}`)
  return { index, count }
}

export const command = defineCommand({
  name: 'build',
  options: {
    out: {
      value: 'DIR',
      help: 'The folder to write. Default: dist in the folder of the site, or shard-K-of-N with --shard.',
    },
    ...originOption,
    launch:
      "Leave out placeholders, and fail if a page is not complete without one. Always on for an origin that isn't an example domain.",
    drafts: 'Build the pages with draft: true, too, for a preview.',
    preview:
      'Ask search engines to list nothing, in every page and in headers. Always on for previews of Netlify and Vercel.',
    ...nowOption,
    ...hostOption,
    watch: 'Keep running, and rebuild what changes.',
    shard: {
      value: 'K/N',
      help: 'Build only shard K of N. `npm run merge` joins the shards.',
      parse: parseShard,
    },
    ...verboseOption,
    ...siteOptions,
  },
  examples: {
    '': 'Write the site to dist/.',
    '--site ../bakery --out bakery-dist': 'Build another site.',
    '--origin https://www.your-domain.com':
      'Write the site for your own domain, without placeholders.',
    '--origin https://agency.example/client-a/': 'Write a site that is published below a path.',
    '--preview --drafts': 'Write a preview that search engines do not list.',
    '--host nginx': 'Add the configuration of nginx.',
    '--now 2027-01-01': 'Write the site of that day.',
    '--watch': 'Rebuild after each change.',
    '--shard 1/4': 'Build the first of four shards.',
  },
  async run({
    site,
    out: folder,
    origin,
    launch,
    drafts,
    preview,
    now = readClock(),
    host,
    watch,
    shard,
    verbose,
  }) {
    const out = folder ?? (shard ? getShardFolder(shard) : getDefaultOutput(site))
    await assertReplaceable(out, site, shard ? 'shard' : 'site')
    const options = {
      site,
      out,
      edition: {
        origin,
        ...(launch && { launch }),
        ...((preview || (!shard && isHostPreview())) && { noindex: true }),
        moment: { now, drafts },
      },
      hosts: parseHosts(host),
      isVerbose: verbose,
    }
    if (shard && host)
      throw new UsageError('--host belongs to npm run merge, which writes the site')
    if (shard && drafts)
      throw new UsageError('--drafts builds a preview of the whole site and excludes --shard')
    if (shard && preview)
      throw new UsageError('--preview builds the whole site and excludes --shard')
    if (shard && watch) throw new UsageError('--watch builds the whole site and excludes --shard')
    if (watch) return watchSite(options)
    const exitCode = await (shard ? buildShard({ ...options, shard }) : buildSite(options))
    if (exitCode === 0) console.log(shard ? describeNextShard(shard) : describeNextSteps(options))
    return exitCode
  },
})

/** Whether this is a preview, according to Netlify or Vercel. */
const isHostPreview = ({ CONTEXT, NETLIFY, VERCEL_ENV } = process.env): boolean =>
  VERCEL_ENV === 'preview' || (NETLIFY === 'true' && CONTEXT !== 'production')

const describeNextShard = ({ count }: Shard): string =>
  `Next: build the other shards of ${count}, then join all with: ${localizeCommands('npm run merge -- shard-*')}`

runCommand(import.meta.url, command)
