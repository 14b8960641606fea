/** `npm run dev`: the site as you edit it, at http://localhost:5173, and the block catalogue at /__catalogue. */
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer, type PluginOption } from 'vite'
import { signpost } from '../renderer/dev/vite-plugin-signpost.ts'
import { writeGeneratedFiles } from './generate.ts'
import { DevSession } from './dev/dev-session.ts'
import { assertSiteFolder, parseOptions, parsePort, runCommand } from './shared/run-command.ts'

const usage = 'Usage: npm run dev -- [--site DIR] [--port NUMBER]'

async function main(args: string[]): Promise<number> {
  const { site, port } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    port: { type: 'string', default: '5173' },
  })
  const portNumber = parsePort(port, usage)
  assertSiteFolder(site)
  const root = join(import.meta.dirname, '..')
  await writeGeneratedFiles()
  // Whatever the shell says: React and Vite take their development builds by it.
  process.env.NODE_ENV = 'development'
  const editing = new DevSession(site)
  editing.startReading()
  const { cataloguePlugin } = await import('./catalogue/vite-plugin-catalogue.ts')
  const plugins: PluginOption[] = [
    cataloguePlugin(),
    signpost({ site: editing, generate: writeGeneratedFiles }),
  ]
  const server = await createServer({
    root,
    plugins,
    publicDir: join(site, 'public'),
    // The packages may lie elsewhere, behind a link.
    server: {
      host: 'localhost',
      port: portNumber,
      strictPort: true,
      fs: { allow: [root, await realpath(join(root, 'node_modules'))] },
    },
  })
  await server.listen().catch((error: Error) => {
    console.error(`${error.message}. Give another port: --port ${portNumber + 1}`)
    // Not closed in good order: what has begun to load would complain about that.
    process.exit(1)
  })
  server.printUrls()
  return new Promise(() => {})
}

runCommand(import.meta.url, main)
