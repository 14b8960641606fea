/**
 * `npm run build`: validates the site and writes it to dist/. Exit 1 on errors, 2 on wrong usage; dist/ stays as it was
 * then. Exit 1 too when a page breaks a budget. With --watch it stays, and builds what is saved; exit 0 when it is ended.
 */
import { buildSite } from './build/build-site.ts'
import { refuseOut } from './build/check-out.ts'
import { watchSite } from './build/watch-site.ts'
import { readOptions, runScript, UsageError } from './options.ts'

const usage = 'Usage: npm run build -- [--site DIR] [--out DIR] [--origin URL] [--watch]'

/** @throws UsageError when the origin is no origin. */
export function checkOrigin(origin: string | undefined, usage: string): string | undefined {
  if (origin === undefined) return undefined
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.origin !== origin.replace(/\/$/, '')) {
    throw new UsageError(`--origin is an address without a path, such as https://www.example.com, not "${origin}"`, usage)
  }
  return url.origin
}

async function main(args: string[]): Promise<number> {
  const { site, out, origin, watch } = readOptions(args, usage, {
    site: { type: 'string', default: '.' },
    out: { type: 'string', default: 'dist' },
    origin: { type: 'string' },
    watch: { type: 'boolean', default: false },
  })
  const refusal = await refuseOut(out, site)
  if (refusal) throw new UsageError(refusal, usage)
  const options = { site, out, origin: checkOrigin(origin, usage) }
  return watch ? watchSite(options) : buildSite(options)
}

await runScript(import.meta.url, main)
