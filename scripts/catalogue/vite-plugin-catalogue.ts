import { join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { getDevState } from '../../renderer/dev/dev-state.ts'
import { renderBlockPage } from './block-page.tsx'
import { loadCatalogueBlocks, listFrames } from './load-blocks.ts'
import { renderIndexPage } from './index-page.tsx'

const catalogueBase = '/__catalogue'

/** The catalogue in development, at /__catalogue. Its frames are pages as any others are, with hot reload. */
export function cataloguePlugin(): Plugin {
  const read = async () => {
    const blocks = await loadCatalogueBlocks()
    getDevState().examples = new Map(
      listFrames(blocks, catalogueBase).map((frame) => [frame.page.route, frame]),
    )
    return blocks
  }
  return {
    name: 'signpost-catalogue',
    apply: 'serve',
    configureServer({ middlewares, watcher, config, environments }) {
      middlewares.use(async (request, response, next) => {
        const [path = ''] = (request.url ?? '').split('?')
        if (path !== catalogueBase && !path.startsWith(`${catalogueBase}/`)) return next()
        try {
          const [type = '', ...rest] = path.slice(catalogueBase.length + 1).split('/')
          if (type === 'frames') {
            if (getDevState().examples.size === 0) await read()
            return next()
          }
          // Its addresses are relative: without the slash they would lead elsewhere.
          if (!path.endsWith('/'))
            return void response.writeHead(302, { location: `${path}/` }).end()
          const blocks = await read()
          const block = blocks.find((each) => each.type === type)
          if (rest.length > 1 || (type !== '' && !block)) return next()
          const html = block
            ? renderBlockPage(block, blocks, '/@vite/client')
            : renderIndexPage(blocks, '/@vite/client')
          response
            .writeHead(200, {
              'content-type': 'text/html; charset=utf-8',
              'cache-control': 'no-store',
            })
            .end(html)
        } catch (error) {
          // A folder that is just being written.
          response
            .writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
            .end((error as Error).message)
        }
      })
      watcher.add(join(config.root, 'blocks'))
      watcher.on('change', (file) => {
        const [top, , name] = relative(config.root, resolve(file)).split(/[\\/]/)
        if (top !== 'blocks' || (name !== 'examples.yaml' && name !== 'schema.json')) return
        getDevState().examples.clear()
        environments.client!.hot.send({ type: 'full-reload', path: '*' })
      })
    },
  }
}
