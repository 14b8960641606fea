import { realpath } from 'node:fs/promises'
import { dirname, join, parse, resolve } from 'node:path'
import { dev } from 'vike/api'
import type { InlineConfig, Plugin, PluginOption } from 'vite'
import { serveBelowBasePath } from './vite-plugin-base-path.ts'
import { signpost } from './vite-plugin-signpost.ts'
import { getCacheFolder } from '../../schema/util/cache-folders.ts'
import { writeSiteBlockTypes } from '../generate/site-block-types.ts'
import { isUpToDate } from '../generate/up-to-date.ts'
import { SiteBlocks } from '../prerender/bundle/site-blocks.ts'
import { createVitePlugins } from '../prerender/bundle/site-blocks-plugins.ts'
import { formatCommand, isPackage } from '../launch/commands.mjs'
import { runOwnCommand } from '../shared/run-own-command.ts'
import { toSiteArgs } from '../shared/usage.ts'
import { toUserMessage, UserError } from '../shared/user-error.ts'
import type { Hosting } from '../studio/server/hosting.ts'
import { createViteWatchFilter } from '../watch/site-changes.ts'
import { DevSession } from './dev-session.ts'
import { takeOverConsole, type Terminal } from './terminal.ts'
import { reportBlockTypes } from './vite-plugin-block-types.ts'
import { statSync } from 'node:fs'
import { defaultRules, getDrawingHeaders, isDrawing } from '../prerender/hosts/hosting-rules.ts'
import { sendFile } from '../serve/send-file.ts'
import { resolveInside } from '../../schema/util/resolve-inside.ts'
import { tryDecode } from '../../schema/util/try-parse.ts'
import { portOption, siteOptions } from '../shared/options.ts'

/**
 * What to start.
 * @property site the folder of the site
 * @property browserTarget what to open in the browser
 * @property command the command to suggest if the port is in use
 */
type DevServerOptions = {
  site: string
  port: number
  browserTarget?: 'site' | 'studio'
  verbose: boolean
  /** The moment to show: see `MomentOptions`. By default, the moment at which the server starts. */
  now?: string
  command: 'dev' | 'studio'
  /** For people who sign in at a proxy. */
  hosting?: Hosting
}

/** The addresses of a running server, and the terminal to print to. */
type DevServer = { origin: string; studioUrl: string; terminal: Terminal }

/** Starts the development server, with the studio. @throws UserError */
export async function startDevServer({
  site: given,
  port,
  browserTarget,
  verbose,
  now,
  command,
  hosting,
}: DevServerOptions): Promise<DevServer> {
  // esbuild has little to do once Vike has loaded its settings, but would keep 300 MB.
  process.env.GOMEMLIMIT ??= '80MiB'
  const root = join(import.meta.dirname, '../..')
  const site = resolve(given)
  const generate = async (write: () => Promise<unknown>) => {
    if (!isPackage) await write()
    await writeSiteBlockTypes(site)
  }
  // Cutting fonts and formatting code would leave more than 100 MB in this process.
  await generate(async () => (await isUpToDate(root)) || runOwnCommand(['generate'])).catch(
    (error: Error) => Promise.reject(new UserError(error.message)),
  )
  // Overrides the shell, because React and Vite choose their builds by this variable.
  process.env.NODE_ENV = 'development'
  const session = hosting ? undefined : new DevSession(site, now)
  session?.startReading()
  const { cataloguePlugin } = await import('../catalogue/vite-plugin-catalogue.ts')
  const { createStudio } = await import('../studio/server/vite-plugin-studio.ts')
  const { chooseStudioOrigin } = await import('../studio/server/studio-origin.ts')
  const blocks = new SiteBlocks(root, site)
  const terminal = takeOverConsole(root, verbose)
  const onError = (error: Error) => terminal.error(error.message)
  const source = session
    ? { session, origin: await chooseStudioOrigin(port) }
    : { hosting: hosting!, onError, onAct: (text: string) => terminal.info(text) }
  const studio = createStudio({ root, site, blocks, ...source })
  const { sessions } = studio
  if (browserTarget === 'studio' || command === 'studio') void studio.prepare()
  const plugins: PluginOption[] = [
    studio.guard,
    serveBelowBasePath(root),
    createVitePlugins(root, blocks),
    studio.plugin,
    cataloguePlugin(site),
    servePublicFiles(
      join(site, 'public'),
      (path) => sessions.current?.snapshot?.isPublished(path) === true,
    ),
    signpost({
      sessions,
      session,
      blockFolders: [join(root, 'blocks'), ...blocks.folders],
      // Blocks change rarely. Then nobody should wait for another process.
      generate: () => generate(async () => (await import('../generate.ts')).writeGeneratedFiles()),
      terminal,
    }),
    reportBlockTypes(site, (file) => blocks.isOwn(file), terminal),
    studio.end,
  ]
  // A system service often starts in the topmost folder, where Vike finds no folder of its own.
  if (parse(process.cwd()).root === process.cwd()) process.chdir(site)
  // Vike finds its files only if it starts Vite itself: the working folder is that of the site.
  const viteConfig: InlineConfig = {
    root,
    plugins,
    publicDir: false,
    // Nothing is written there, but Vike refuses a folder that does not begin as the working folder
    // does, such as one in the program's folder when the site is on another drive.
    build: { outDir: resolve('dist') },
    ...(process.env.SIGNPOST_CACHE !== undefined && { cacheDir: join(getCacheFolder(), 'vite') }),
    clearScreen: false,
    // node_modules may be a symbolic link.
    server: {
      host: hosting?.address ?? 'localhost',
      ...(hosting && { allowedHosts: [new URL(hosting.origin).hostname], hmr: false }),
      port,
      strictPort: true,
      // Pages show edits that are not saved, so no other site may read them.
      cors: false,
      open: browserTarget === 'studio' ? studio.address : browserTarget === 'site',
      fs: {
        allow: [
          root,
          await realpath(isPackage ? dirname(root) : join(root, 'node_modules')),
          ...blocks.folders,
        ],
      },
      watch: { ignored: createViteWatchFilter(root) },
    },
  }
  await dev({ viteConfig }).catch((error: Error) => {
    const again = formatCommand(command, [...toSiteArgs(site), '--port', String(port + 1)])
    terminal.error(explainFailedStart(error, port, again))
    // Closing the server first would make pending module loads print errors.
    process.exit(1)
  })
  const origin = hosting?.origin ?? `http://localhost:${port}`
  return { origin, studioUrl: studio.address, terminal }
}

/** @param again the command with another port */
export function explainFailedStart(error: Error, port: number, again: string): string {
  const { message } = error
  if (/EADDRINUSE|already in use/.test(message))
    return `Port ${port} is already in use. Choose another one: ${again}`
  if (/listen EACCES/.test(message))
    return `Port ${port} may not be used by this user. Choose another one: ${again}`
  // Vike takes what it did not expect for a bug, and what it found is at the end.
  const reason = message.replace(
    /^[\s\S]*\[vike@[^\]]*\]\[Bug\][\s\S]*?ignore this\): /,
    'Vike refuses ',
  )
  return `The server cannot start: ${toUserMessage(error) ?? reason}`
}

/**
 * Vite plugin that serves what a build would publish of public/. Vite's own `publicDir` serves
 * everything in it.
 * @param publicDir the folder
 * @param isPublished whether a URL path, such as `/people/baker.jpg`, is published
 */
function servePublicFiles(publicDir: string, isPublished: (path: string) => boolean): Plugin {
  return {
    name: 'signpost-public',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const url = tryDecode((request.url ?? '').split('?')[0] ?? '')
        if (url === undefined || !isPublished(url)) return next()
        const { path } = resolveInside(publicDir, url, { reserved: true })
        const stats = path && statSync(path, { throwIfNoEntry: false })
        if (!stats) return next()
        const file = { path, size: stats.size, modifiedMs: stats.mtimeMs }
        const headers = {
          'cache-control': 'no-cache',
          'x-content-type-options': 'nosniff',
          ...(isDrawing(path) && getDrawingHeaders(defaultRules)),
        }
        sendFile(request, response, file, { headers }).catch(next)
      })
    },
  }
}

/** The options of every command that starts the development server. */
export const serverOptions = {
  ...portOption('5173'),
  verbose: 'Also print the output of Vite and Vike, such as requests and stack traces.',
  ...siteOptions,
} as const
