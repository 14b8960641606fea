/**
 * `npm run build`: validates the site and writes it to its dist/, or one shard of it to its own
 * folder. Exits with 1 on errors or if a page exceeds a budget, 2 on wrong usage. An error leaves
 * the previous output as it is. With --watch, rebuilds after each change until it is stopped, then
 * exits with 0.
 */
import { buildSite } from './prerender/session/build-site.ts'
import { buildShard } from './prerender/shards/build-shard.ts'
import { explainInvalidOutput, getDefaultOutput } from './prerender/output/check-output-folder.ts'
import { getShardFolder, type Shard } from './prerender/shards/shard.ts'
import { watchSite } from './prerender/session/watch-site.ts'
import { describeNextSteps } from './shared/next-steps.ts'
import { hostOption, parseHosts } from './shared/host-option.ts'
import { nowOption, readNow } from './shared/now-option.ts'
import { parseOptions } from './shared/parse-options.ts'
import { parseOrigin } from './shared/parse-origin.ts'
import { runCommand } from './shared/run-command.ts'
import { cacheOption, defineUsage, siteOption, UsageError, type Usage } from './shared/usage.ts'
import { isVerboseForNpm, verboseOption } from './shared/verbose-option.ts'

const usage = defineUsage(
  'npm run build -- [--site DIR] [--cache-dir DIR] [--out DIR] [--origin URL] [--host NAMES] [--launch] [--drafts] [--now TIME] [--watch | --shard K/N] [--verbose]',
  {
    ...siteOption,
    ...cacheOption,
    '--out DIR':
      'The folder to write. Default: dist in the folder of the site, or shard-K-of-N with --shard.',
    '--origin URL':
      'Where the site will be published, instead of site.origin. May have a path that ends with a slash.',
    '--launch':
      "Leave out placeholders, and fail if a page is not complete without one. Always on for an origin that isn't an example domain.",
    '--drafts': 'Build the pages with draft: true, too, for a preview.',
    ...nowOption,
    ...hostOption,
    '--watch': 'Keep running, and rebuild what changes.',
    '--shard K/N': 'Build only shard K of N. `npm run merge` joins the shards.',
    ...verboseOption,
  },
  {
    'npm run build': 'Write the site to dist/.',
    'npm run build -- --site ../bakery --out bakery-dist': 'Build another site.',
    'npm run build -- --origin https://www.your-domain.com':
      'Write the site for your own domain, without placeholders.',
    'npm run build -- --origin https://agency.example/client-a/':
      'Write a site that is published below a path.',
    'npm run build -- --host nginx': 'Add the configuration of nginx.',
    'npm run build -- --now 2027-01-01': 'Write the site of that day.',
    'npm run build -- --watch': 'Rebuild after each change.',
    'npm run build -- --shard 1/4': 'Build the first of four shards.',
    'npm run build -- --drafts': 'Write the pages with draft: true, too.',
    'npm run build -- --launch': 'Leave out placeholders, as for a real origin.',
    'npm run build -- --verbose': 'Also print sizes and weights.',
    'npm run build -- --cache-dir /var/cache/site': 'Keep the cache in another folder.',
  },
)

/**
 * Parses `3/8`, the third of eight shards.
 * @throws UsageError if there is no such shard.
 */
function parseShard(text: string, usage: Usage): Shard {
  const [, index, count] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number)
  if (index === undefined || count === undefined)
    throw new UsageError(
      `--shard must be a shard and the number of shards, such as 3/8, not "${text}"`,
      usage,
    )
  if (count === 0) throw new UsageError(`--shard ${text}: there is at least one shard, 1/1`, usage)
  if (index === 0)
    throw new UsageError(
      `--shard ${text}: shards are counted from 1, so the first is 1/${count}`,
      usage,
    )
  if (index > count)
    throw new UsageError(`--shard ${text}: the last of ${count} shards is ${count}/${count}`, usage)
  return { index, count }
}

export async function main(args: string[]): Promise<number> {
  const {
    site,
    out: folder,
    origin,
    launch,
    drafts,
    now,
    host,
    watch,
    shard: shardText,
    verbose,
  } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    out: { type: 'string' },
    origin: { type: 'string' },
    launch: { type: 'boolean', default: false },
    drafts: { type: 'boolean', default: false },
    now: { type: 'string' },
    host: { type: 'string', multiple: true },
    shard: { type: 'string' },
    watch: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: isVerboseForNpm() },
  })
  const shard = shardText === undefined ? undefined : parseShard(shardText, usage)
  const out = folder ?? (shard ? getShardFolder(shard) : getDefaultOutput(site))
  const outputProblem = await explainInvalidOutput(out, site, shard ? 'shard' : 'site')
  if (outputProblem) throw new UsageError(outputProblem, usage)
  const options = {
    site,
    out,
    edition: {
      origin: parseOrigin(origin, usage),
      ...(launch && { launch }),
      moment: { now: readNow(now, usage), drafts },
    },
    hosts: parseHosts(host, usage),
    isVerbose: verbose,
  }
  if (shard && host)
    throw new UsageError('--host belongs to npm run merge, which writes the site', usage)
  if (shard && drafts)
    throw new UsageError('--drafts builds a preview of the whole site and excludes --shard', usage)
  if (shard && watch)
    throw new UsageError('--watch builds the whole site and excludes --shard', usage)
  if (watch) return watchSite(options)
  const exitCode = await (shard ? buildShard({ ...options, shard }) : buildSite(options))
  if (exitCode === 0) console.log(shard ? describeNextShard(shard) : describeNextSteps(options))
  return exitCode
}

const describeNextShard = ({ count }: Shard): string =>
  `Next: build the other shards of ${count}, then join all with: npm run merge -- shard-*`

runCommand(import.meta.url, usage, main)
