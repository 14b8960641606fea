/**
 * `npm run dev`: serves the site with live reload at http://localhost:5173, and the block catalogue
 * at /__catalogue.
 */
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer, type PluginOption } from 'vite'
import { signpost } from '../renderer/dev/vite-plugin-signpost.ts'
import { writeGeneratedFiles } from './generate.ts'
import { DevSession } from './dev/dev-session.ts'
import {
  assertSiteFolder,
  formatUsage,
  parseOptions,
  parsePort,
  runCommand,
  siteOption,
} from './shared/run-command.ts'

const usage = formatUsage('npm run dev -- [--site DIR] [--port NUMBER]', {
  ...siteOption,
  '--port NUMBER': 'The port to listen on. Default: 5173.',
})

async function main(args: string[]): Promise<number> {
  const { site, port } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    port: { type: 'string', default: '5173' },
  })
  const portNumber = parsePort(port, usage)
  assertSiteFolder(site)
  const root = join(import.meta.dirname, '..')
  await writeGeneratedFiles()
  // Overrides the shell, because React and Vite choose their builds by this variable.
  process.env.NODE_ENV = 'development'
  const session = new DevSession(site)
  session.startReading()
  const { cataloguePlugin } = await import('./catalogue/vite-plugin-catalogue.ts')
  const plugins: PluginOption[] = [
    cataloguePlugin(),
    signpost({ site: session, generate: writeGeneratedFiles }),
  ]
  const server = await createServer({
    root,
    plugins,
    publicDir: join(site, 'public'),
    // node_modules may be a symbolic link.
    server: {
      host: 'localhost',
      port: portNumber,
      strictPort: true,
      fs: { allow: [root, await realpath(join(root, 'node_modules'))] },
    },
  })
  await server.listen().catch((error: Error) => {
    console.error(`${error.message}. Choose another port: --port ${portNumber + 1}`)
    // Closing the server first would make pending module loads print errors.
    process.exit(1)
  })
  server.printUrls()
  return new Promise(() => {})
}

runCommand(import.meta.url, main)
