/** `npm start`: validates, builds and serves the site. */
import { buildSite } from './build.ts'
import { readOptions, runScript } from './options.ts'
import { defaultPort, serveUntilStopped } from './serve.ts'

const usage = 'Usage: npm start -- [--site DIR] [--port NUMBER]'

async function main(args: string[]): Promise<number> {
  const { site, port } = readOptions(args, usage, {
    site: { type: 'string', default: '.' },
    port: { type: 'string', default: String(defaultPort) },
  })
  const out = 'dist'
  const built = await buildSite({ site, out })
  return built === 0 ? serveUntilStopped(out, Number(port)) : built
}

await runScript(import.meta.url, main)
