/** `npm start`: validates, builds and serves the site. */
import { buildSite } from './prerender/session/build-site.ts'
import { explainInvalidOutput, getDefaultOutput } from './prerender/output/check-output-folder.ts'
import { parseOptions, parsePort } from './shared/parse-options.ts'
import { runCommand } from './shared/run-command.ts'
import { cacheOption, defineUsage, siteOption, UsageError } from './shared/usage.ts'
import { defaultPort, serveUntilStopped } from './serve.ts'

const usage = defineUsage(
  'npm start -- [--site DIR] [--cache-dir DIR] [--port NUMBER]',
  {
    ...siteOption,
    ...cacheOption,
    '--port NUMBER': `The port to listen on. Default: ${defaultPort}.`,
  },
  {
    'npm start': 'Build this site and show it at http://localhost:4173.',
    'npm start -- --site ../bakery --port 4180': 'Build and show another site.',
    'npm start -- --cache-dir /var/cache/site': 'Keep the cache in another folder.',
  },
)

export async function main(args: string[]): Promise<number> {
  const { site, port } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    port: { type: 'string', default: String(defaultPort) },
  })
  const out = getDefaultOutput(site)
  const portNumber = parsePort(port, usage)
  const invalidOutput = await explainInvalidOutput(out, site)
  if (invalidOutput) throw new UsageError(invalidOutput, usage)
  const exitCode = await buildSite({ site, out })
  return exitCode === 0 ? serveUntilStopped(out, portNumber, site) : exitCode
}

runCommand(import.meta.url, usage, main)
