/**
 * `npm run dev`: serves the site with live reload at http://localhost:5173, and the block catalogue
 * at /__catalogue, what was changed at /__changes, and the studio at /__studio.
 */
import { getDevBasePath } from '../renderer/dev/dev-state.ts'
import { startDevServer } from './dev/start-dev-server.ts'
import { nowOption, readNow } from './shared/now-option.ts'
import { assertSiteFolder, parseOptions, parsePort } from './shared/parse-options.ts'
import { runCommand } from './shared/run-command.ts'
import { cacheOption, defineUsage, siteOption } from './shared/usage.ts'
import { isVerboseForNpm } from './shared/verbose-option.ts'

const usage = defineUsage(
  'npm run dev -- [--site DIR] [--cache-dir DIR] [--port NUMBER] [--now TIME] [--open] [--verbose]',
  {
    ...siteOption,
    ...cacheOption,
    '--port NUMBER': 'The port to listen on. Default: 5173.',
    ...nowOption,
    '--open': 'Show the site in the browser.',
    '--verbose': 'Also print what Vite and Vike print, such as requests and stacks of errors.',
  },
  {
    'npm run dev': 'Show the site at http://localhost:5173.',
    'npm run dev -- --site ../bakery --port 5180': 'Show another site beside it.',
  },
)

export async function main(args: string[]): Promise<number> {
  const { site, port, now, open, verbose } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    port: { type: 'string', default: '5173' },
    now: { type: 'string' },
    open: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: isVerboseForNpm() },
  })
  const portNumber = parsePort(port, usage)
  assertSiteFolder(site)
  const { origin, studioUrl, terminal } = await startDevServer({
    site,
    port: portNumber,
    ...(open && { opens: 'site' as const }),
    verbose,
    command: 'npm run dev',
    now: readNow(now, usage),
  })
  const base = getDevBasePath()
  terminal.info(`${origin}${base && `${base}/`} shows the site, and every save at once.`)
  terminal.info(`${studioUrl} opens the studio, to edit by pointing.`)
  terminal.info(`${origin}/__catalogue shows every block.`)
  terminal.info(`${origin}/__changes shows what you have changed. Ctrl-C ends.`)
  return new Promise(() => {})
}

runCommand(import.meta.url, usage, main)
