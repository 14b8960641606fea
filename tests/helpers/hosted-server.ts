/** A development server with the plugins of a hosted studio alone. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Plugin, ViteDevServer } from 'vite'
import { serveSite } from '../../scripts/dev/vite-plugin-signpost.ts'
import { SiteBlocks } from '../../scripts/prerender/bundle/site-blocks.ts'
import type { Hosting } from '../../scripts/studio/server/hosting.ts'
import { createStudio } from '../../scripts/studio/server/vite-plugin-studio.ts'
import { root } from './run-npm-script.ts'

type Handle = (message: IncomingMessage, response: unknown, next: (error?: unknown) => void) => void

export function createHostedServer(
  site: string,
  hosting: Hosting,
  onAct: (text: string) => void = () => {},
): Server {
  const stack: { handle: Handle }[] = []
  const vite = {
    config: { server: {} },
    watcher: { on: () => {} },
    environments: {},
    middlewares: { stack, use: (handle: Handle) => void stack.push({ handle }) },
  } as unknown as ViteDevServer
  // The sessions go on until the process ends, also when their folder is gone.
  const onError = () => {}
  const blocks = new SiteBlocks(root)
  const { plugin, guard, end, sessions } = createStudio({
    ...{ root, site, blocks, hosting, onError, onAct },
  })
  const configure = ({ configureServer }: Plugin) =>
    (configureServer as (server: ViteDevServer) => void)(vite)
  configure(plugin)
  serveSite(vite, sessions)
  // It must come first wherever it is added.
  configure(guard)
  configure(end)
  return createServer((message, response) => {
    const run = (index: number, error?: unknown): void => {
      if (error !== undefined) return void response.writeHead(500).end(String(error))
      stack[index]!.handle(message, response, (failure) => run(index + 1, failure))
    }
    run(0)
  })
}
