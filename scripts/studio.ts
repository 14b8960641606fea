/** `npm run studio`: starts the development server and opens the studio in the browser. */
import { readServerOptions, serverOptions, serverOptionTypes } from './dev/server-options.ts'
import { startDevServer } from './dev/start-dev-server.ts'
import { parseOptions } from './shared/parse-options.ts'
import { runCommand } from './shared/run-command.ts'
import { defineUsage } from './shared/usage.ts'

const usage = defineUsage(
  'npm run studio -- [--site DIR] [--cache-dir DIR] [--port NUMBER] [--stay] [--verbose]',
  {
    ...serverOptions,
    '--stay': 'Print the address without opening a browser.',
  },
  {
    'npm run studio': 'Edit the site by pointing at its pages.',
    'npm run studio -- --site ../bakery --port 5180': 'Edit another site beside it.',
    'npm run studio -- --cache-dir /var/cache/site': 'Keep the cache in another folder.',
    'npm run studio -- --verbose': 'Also print requests and stack traces.',
    'npm run studio -- --stay': 'Print the address without opening a browser.',
  },
)

export async function main(args: string[]): Promise<number> {
  const { stay, ...options } = parseOptions(args, usage, {
    ...serverOptionTypes,
    stay: { type: 'boolean', default: false },
  })
  const { origin, studioUrl, terminal } = await startDevServer({
    ...readServerOptions(options, usage),
    ...(!stay && { browserTarget: 'studio' as const }),
    command: 'npm run studio',
  })
  terminal.info(`${studioUrl} is the studio. Nothing is written until you save.`)
  terminal.info(`${origin} shows the site with your edits. Ctrl-C ends.`)
  return new Promise(() => {})
}

runCommand(import.meta.url, usage, main)
