/** `npm start`: validates, builds and serves the site. */
import { buildSite } from './build/build-site.ts'
import { refuseOut } from './build/check-out.ts'
import { readOptions, readPort, runScript, UsageError } from './options.ts'
import { defaultPort, serveUntilStopped } from './serve.ts'

const usage = 'Usage: npm start -- [--site DIR] [--port NUMBER]'

async function main(args: string[]): Promise<number> {
  const { site, port } = readOptions(args, usage, {
    site: { type: 'string', default: '.' },
    port: { type: 'string', default: String(defaultPort) },
  })
  const out = 'dist'
  const portNumber = readPort(port, usage)
  const refusal = await refuseOut(out, site)
  if (refusal) throw new UsageError(refusal, usage)
  const built = await buildSite({ site, out })
  return built === 0 ? serveUntilStopped(out, portNumber) : built
}

runScript(import.meta.url, main)
