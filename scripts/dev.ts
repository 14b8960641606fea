/** `npm run dev`: the site as you edit it, at http://localhost:5173. */
import { join } from 'node:path'
import { createServer, type PluginOption } from 'vite'
import { signpost } from '../renderer/dev/vite-plugin-signpost.ts'
import { generate } from './generate.ts'
import { readOptions, readPort, runScript } from './options.ts'

const usage = 'Usage: npm run dev -- [--site DIR] [--port NUMBER]'

async function main(args: string[]): Promise<number> {
  const { site, port } = readOptions(args, usage, {
    site: { type: 'string', default: '.' },
    port: { type: 'string', default: '5173' },
  })
  const root = join(import.meta.dirname, '..')
  await generate()
  const plugins: PluginOption[] = [signpost({ site, generate })]
  const server = await createServer({ root, plugins, publicDir: join(site, 'public'), server: { host: 'localhost', port: readPort(port, usage), strictPort: true } })
  await server.listen()
  server.printUrls()
  return new Promise(() => {})
}

await runScript(import.meta.url, main)
