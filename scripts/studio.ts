/** `npm run studio`: starts the development server and opens the studio in the browser. */
import { startDevServer } from './dev/start-dev-server.ts'
import { assertSiteFolder, parseOptions, parsePort } from './shared/parse-options.ts'
import { runCommand } from './shared/run-command.ts'
import { cacheOption, defineUsage, siteOption } from './shared/usage.ts'
import { isVerboseForNpm } from './shared/verbose-option.ts'

const usage = defineUsage(
  'npm run studio -- [--site DIR] [--cache-dir DIR] [--port NUMBER] [--stay] [--verbose]',
  {
    ...siteOption,
    ...cacheOption,
    '--port NUMBER': 'The port to listen on. Default: 5173.',
    '--stay': 'Only print the address, and open no browser.',
    '--verbose': 'Also print what Vite and Vike print, such as requests and stacks of errors.',
  },
  {
    'npm run studio': 'Edit the site by pointing at its pages.',
    'npm run studio -- --site ../bakery --port 5180': 'Edit another site beside it.',
  },
)

export async function main(args: string[]): Promise<number> {
  const { site, port, stay, verbose } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    port: { type: 'string', default: '5173' },
    stay: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: isVerboseForNpm() },
  })
  const portNumber = parsePort(port, usage)
  assertSiteFolder(site)
  const { origin, studioUrl, terminal } = await startDevServer({
    site,
    port: portNumber,
    ...(!stay && { opens: 'studio' as const }),
    verbose,
    command: 'npm run studio',
  })
  terminal.info(`${studioUrl} is the studio. Nothing is written until you save.`)
  terminal.info(`${origin} shows the site with your edits. Ctrl-C ends.`)
  return new Promise(() => {})
}

runCommand(import.meta.url, usage, main)
