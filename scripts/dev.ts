/**
 * `npm run dev`: serves the site with live reload at http://localhost:5173, and the block catalogue
 * at /__catalogue, what was changed at /__changes, and the studio at /__studio.
 */
import { getDevBasePath } from '../renderer/dev/dev-state.ts'
import { readServerOptions, serverOptions, serverOptionTypes } from './dev/server-options.ts'
import { startDevServer } from './dev/start-dev-server.ts'
import { nowOption, readNow } from './shared/now-option.ts'
import { parseOptions } from './shared/parse-options.ts'
import { runCommand } from './shared/run-command.ts'
import { defineUsage } from './shared/usage.ts'

const usage = defineUsage(
  'npm run dev -- [--site DIR] [--cache-dir DIR] [--port NUMBER] [--now TIME] [--open] [--verbose]',
  {
    ...serverOptions,
    ...nowOption,
    '--open': 'Show the site in the browser.',
  },
  {
    'npm run dev': 'Show the site at http://localhost:5173.',
    'npm run dev -- --site ../bakery --port 5180': 'Show another site beside it.',
    'npm run dev -- --now 2027-01-31': 'Show the site of that day.',
    'npm run dev -- --open': 'Open it in the browser.',
    'npm run dev -- --verbose': 'Also print requests and stack traces.',
    'npm run dev -- --cache-dir /var/cache/site': 'Keep the cache in another folder.',
  },
)

export async function main(args: string[]): Promise<number> {
  const { now, open, ...options } = parseOptions(args, usage, {
    ...serverOptionTypes,
    now: { type: 'string' },
    open: { type: 'boolean', default: false },
  })
  const { origin, studioUrl, terminal } = await startDevServer({
    ...readServerOptions(options, usage),
    ...(open && { browserTarget: 'site' as const }),
    command: 'npm run dev',
    now: readNow(now, usage),
  })
  const base = getDevBasePath()
  terminal.info(`${origin}${base && `${base}/`} shows the site, and every save immediately.`)
  terminal.info(`${studioUrl} opens the studio, to edit by pointing.`)
  terminal.info(`${origin}/__catalogue shows every block.`)
  terminal.info(`${origin}/__changes shows what you have changed. Ctrl-C ends.`)
  return new Promise(() => {})
}

runCommand(import.meta.url, usage, main)
