/**
 * `npm run build`: validates the site and writes it to dist/, or one shard of it to its own folder.
 * Exits with 1 on errors or if a page exceeds a budget, 2 on wrong usage. An error leaves the
 * previous output as it is. With --watch, rebuilds after each change until it is stopped, then
 * exits with 0.
 */
import { buildSite } from './prerender/session/build-site.ts'
import { buildShard } from './prerender/shards/build-shard.ts'
import { explainInvalidOutput } from './prerender/output/check-output-folder.ts'
import { getShardFolder, type Shard } from './prerender/shards/shard.ts'
import { watchSite } from './prerender/session/watch-site.ts'
import {
  formatUsage,
  parseOptions,
  runCommand,
  siteOption,
  UsageError,
} from './shared/run-command.ts'

const usage = formatUsage(
  'npm run build -- [--site DIR] [--out DIR] [--origin URL] [--watch | --shard K/N]',
  {
    ...siteOption,
    '--out DIR': 'The folder to write. Default: dist, or shard-K-of-N with --shard.',
    '--origin URL': 'The origin of all absolute URLs, instead of the one in the settings.',
    '--watch': 'Keep running, and rebuild what changes.',
    '--shard K/N': 'Build only shard K of N. `npm run merge` joins the shards.',
  },
)

/** @throws UsageError if the text is not an origin. */
function parseOrigin(origin: string | undefined, usage: string): string | undefined {
  if (origin === undefined) return undefined
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== origin.replace(/\/$/, '')) {
    throw new UsageError(
      `--origin must be a URL without a path, such as https://www.example.com, not "${origin}"`,
      usage,
    )
  }
  return url.origin
}

/**
 * Parses `3/8`, the third of eight shards.
 * @throws UsageError if there is no such shard.
 */
function parseShard(text: string, usage: string): Shard {
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

async function main(args: string[]): Promise<number> {
  const {
    site,
    out: folder,
    origin,
    watch,
    shard: shardText,
  } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    out: { type: 'string' },
    origin: { type: 'string' },
    shard: { type: 'string' },
    watch: { type: 'boolean', default: false },
  })
  const shard = shardText === undefined ? undefined : parseShard(shardText, usage)
  const out = folder ?? (shard ? getShardFolder(shard) : 'dist')
  const invalidOutput = await explainInvalidOutput(out, site, shard ? 'shard' : 'site')
  if (invalidOutput) throw new UsageError(invalidOutput, usage)
  const options = { site, out, origin: parseOrigin(origin, usage) }
  if (!watch) return shard ? buildShard({ ...options, shard }) : buildSite(options)
  if (shard) throw new UsageError('--watch builds the whole site and excludes --shard', usage)
  return watchSite(options)
}

runCommand(import.meta.url, main)
