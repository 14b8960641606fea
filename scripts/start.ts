/** `npm start`: validates, builds and serves the site. */
import { buildSite } from './prerender/session/build-site.ts'
import { explainInvalidOutput } from './prerender/output/check-output-folder.ts'
import { parseOptions, parsePort, runCommand, UsageError } from './shared/run-command.ts'
import { defaultPort, serveUntilStopped } from './serve.ts'

const usage = 'Usage: npm start -- [--site DIR] [--port NUMBER]'

async function main(args: string[]): Promise<number> {
  const { site, port } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    port: { type: 'string', default: String(defaultPort) },
  })
  const out = 'dist'
  const portNumber = parsePort(port, usage)
  const refusal = await explainInvalidOutput(out, site)
  if (refusal) throw new UsageError(refusal, usage)
  const built = await buildSite({ site, out })
  return built === 0 ? serveUntilStopped(out, portNumber) : built
}

runCommand(import.meta.url, main)
