/** `npm start`: validates, builds and serves the site. */
import { buildSite } from './prerender/session/build-site.ts'
import { explainInvalidOutput } from './prerender/output/check-output-folder.ts'
import {
  formatUsage,
  parseOptions,
  parsePort,
  runCommand,
  siteOption,
  UsageError,
} from './shared/run-command.ts'
import { defaultPort, serveUntilStopped } from './serve.ts'

const usage = formatUsage('npm start -- [--site DIR] [--port NUMBER]', {
  ...siteOption,
  '--port NUMBER': `The port to listen on. Default: ${defaultPort}.`,
})

async function main(args: string[]): Promise<number> {
  const { site, port } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    port: { type: 'string', default: String(defaultPort) },
  })
  const out = 'dist'
  const portNumber = parsePort(port, usage)
  const invalidOutput = await explainInvalidOutput(out, site)
  if (invalidOutput) throw new UsageError(invalidOutput, usage)
  const exitCode = await buildSite({ site, out })
  return exitCode === 0 ? serveUntilStopped(out, portNumber) : exitCode
}

runCommand(import.meta.url, main)
