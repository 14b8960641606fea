/**
 * `npm run build`: validates the site and writes it to dist/, or a part of it to a folder of its own. Exit 1 on errors, 2 on wrong usage; dist/ stays as it was
 * then. Exit 1 too when a page breaks a budget. With --watch it stays, and builds what is saved; exit 0 when it is ended.
 */
import { buildSite } from './prerender/session/build-site.ts'
import { buildShard } from './prerender/shards/build-shard.ts'
import { explainInvalidOutput } from './prerender/output/check-output-folder.ts'
import { getShardFolder, type Shard } from './prerender/shards/shard.ts'
import { watchSite } from './prerender/session/watch-site.ts'
import { parseOptions, runCommand, UsageError } from './shared/run-command.ts'

const usage =
  'Usage: npm run build -- [--site DIR] [--out DIR] [--origin URL] [--watch | --shard K/N]'

/** @throws UsageError when the origin is no origin. */
function parseOrigin(origin: string | undefined, usage: string): string | undefined {
  if (origin === undefined) return undefined
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== origin.replace(/\/$/, '')) {
    throw new UsageError(
      `--origin is an address without a path, such as https://www.example.com, not "${origin}"`,
      usage,
    )
  }
  return url.origin
}

/** `3/8`: the third of eight parts. @throws UsageError when there is no such part. */
function parseShard(text: string, usage: string): Shard {
  const [, index, count] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number)
  if (index === undefined || count === undefined)
    throw new UsageError(
      `--shard is a part and the number of parts, such as 3/8, not "${text}"`,
      usage,
    )
  if (count === 0) throw new UsageError(`--shard ${text}: there is at least one part, 1/1`, usage)
  if (index === 0)
    throw new UsageError(
      `--shard ${text}: parts are counted from 1, so the first is 1/${count}`,
      usage,
    )
  if (index > count)
    throw new UsageError(`--shard ${text}: the last of ${count} parts is ${count}/${count}`, usage)
  return { index, count }
}

async function main(args: string[]): Promise<number> {
  const {
    site,
    out: folder,
    origin,
    watch,
    shard: part,
  } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    out: { type: 'string' },
    origin: { type: 'string' },
    shard: { type: 'string' },
    watch: { type: 'boolean', default: false },
  })
  const shard = part === undefined ? undefined : parseShard(part, usage)
  const out = folder ?? (shard ? getShardFolder(shard) : 'dist')
  const refusal = await explainInvalidOutput(out, site, shard ? 'part' : 'site')
  if (refusal) throw new UsageError(refusal, usage)
  const options = { site, out, origin: parseOrigin(origin, usage) }
  if (!watch) return shard ? buildShard({ ...options, shard }) : buildSite(options)
  if (shard) throw new UsageError('--watch builds the whole site: leave --shard away', usage)
  return watchSite(options)
}

runCommand(import.meta.url, main)
