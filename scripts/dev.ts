/**
 * `npm run dev`: serves the site with live reload at http://localhost:5173, and the block catalogue
 * at /__catalogue, and what was changed at /__changes.
 */
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer, type PluginOption } from 'vite'
import { getCacheFolder } from '../schema/util/cache-folders.ts'
import { getDevBasePath } from '../renderer/dev/dev-state.ts'
import { serveBelowBasePath } from '../renderer/dev/vite-plugin-base-path.ts'
import { signpost } from '../renderer/dev/vite-plugin-signpost.ts'
import { writeGeneratedFiles } from './generate.ts'
import { DevSession } from './dev/dev-session.ts'
import { SiteBlocks } from './prerender/bundle/site-blocks.ts'
import { createVitePlugins } from './prerender/bundle/site-blocks-plugins.ts'
import { writeSiteBlockTypes } from './generate/site-block-types.ts'
import { takeOverConsole } from './dev/terminal.ts'
import { servePublicFiles } from './dev/vite-plugin-public.ts'
import { assertSiteFolder, parseOptions, parsePort } from './shared/parse-options.ts'
import { runCommand } from './shared/run-command.ts'
import { cacheOption, defineUsage, formatCommand, siteOption, toSiteArgs } from './shared/usage.ts'
import { isVerboseForNpm } from './shared/verbose-option.ts'
import { UserError } from './shared/user-error.ts'
import { createViteWatchFilter } from './watch/watch-filter.ts'

const usage = defineUsage(
  'npm run dev -- [--site DIR] [--cache-dir DIR] [--port NUMBER] [--open] [--verbose]',
  {
    ...siteOption,
    ...cacheOption,
    '--port NUMBER': 'The port to listen on. Default: 5173.',
    '--open': 'Show the site in the browser.',
    '--verbose': 'Also print what Vite and Vike print, such as requests and stacks of errors.',
  },
  {
    'npm run dev': 'Show the site at http://localhost:5173.',
    'npm run dev -- --site ../bakery --port 5180': 'Show another site beside it.',
  },
)

export async function main(args: string[]): Promise<number> {
  const { site, port, open, verbose } = parseOptions(args, usage, {
    site: { type: 'string', default: '.' },
    port: { type: 'string', default: '5173' },
    open: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: isVerboseForNpm() },
  })
  const portNumber = parsePort(port, usage)
  assertSiteFolder(site)
  const root = join(import.meta.dirname, '..')
  await writeGeneratedFiles().catch((error: Error) => Promise.reject(new UserError(error.message)))
  await writeSiteBlockTypes(site)
  // Overrides the shell, because React and Vite choose their builds by this variable.
  process.env.NODE_ENV = 'development'
  const session = new DevSession(site)
  session.startReading()
  const { cataloguePlugin } = await import('./catalogue/vite-plugin-catalogue.ts')
  const { changesPlugin } = await import('./changes/dev/vite-plugin-changes.ts')
  const blocks = new SiteBlocks(root, site)
  const generate = () => Promise.all([writeGeneratedFiles(), writeSiteBlockTypes(site)])
  const terminal = takeOverConsole(root, verbose)
  const plugins: PluginOption[] = [
    serveBelowBasePath(root),
    createVitePlugins(root, blocks),
    cataloguePlugin(site),
    changesPlugin(site),
    servePublicFiles(join(site, 'public'), (path) => session.isPublished(path)),
    signpost({
      site: session,
      blockFolders: [join(root, 'blocks'), ...(blocks.folder === undefined ? [] : [blocks.folder])],
      generate,
      terminal,
    }),
  ]
  const server = await createServer({
    root,
    plugins,
    publicDir: false,
    ...(process.env.SIGNPOST_CACHE !== undefined && { cacheDir: join(getCacheFolder(), 'vite') }),
    clearScreen: false,
    // node_modules may be a symbolic link.
    server: {
      host: 'localhost',
      port: portNumber,
      strictPort: true,
      open,
      fs: {
        allow: [
          root,
          await realpath(join(root, 'node_modules')),
          ...(blocks.folder === undefined ? [] : [blocks.folder]),
        ],
      },
      watch: { ignored: createViteWatchFilter(root) },
    },
  })
  await server.listen().catch((error: Error) => {
    const again = formatCommand('npm run dev', [
      ...toSiteArgs(site),
      '--port',
      String(portNumber + 1),
    ])
    terminal.error(`${error.message}. Choose another one: ${again}`)
    // Closing the server first would make pending module loads print errors.
    process.exit(1)
  })
  const origin = `http://localhost:${portNumber}`
  const base = getDevBasePath()
  terminal.info(`${origin}${base && `${base}/`} shows the site, and every save at once.`)
  terminal.info(`${origin}/__catalogue shows every block.`)
  terminal.info(`${origin}/__changes shows what you have changed. Ctrl-C ends.`)
  return new Promise(() => {})
}

runCommand(import.meta.url, usage, main)
