import { join } from 'node:path'
import type { Plugin } from 'vite'
import { listBlockFolders } from '../prerender/bundle/site-blocks.ts'
import { getDevBasePath, getDevState } from '../../renderer/dev/dev-state.ts'
import { renderBlockPage } from './block-page.tsx'
import { listBlockUses, listFrames, loadCatalogueBlocks } from './load-blocks.ts'
import { renderIndexPage } from './index-page.tsx'

const catalogueBase = '/__catalogue'

/**
 * Serves the catalogue in development at /__catalogue. Frames are normal pages with hot reload.
 * @param site its folder. @param listPages lists its pages, with their blocks
 */
export function cataloguePlugin(
  site: string,
  listPages: () => { route: string; blocks: unknown }[],
): Plugin {
  const read = async () => {
    const blocks = await loadCatalogueBlocks(site)
    getDevState().examples = new Map(
      listFrames(blocks, catalogueBase).map((frame) => [frame.page.route, frame]),
    )
    return blocks
  }
  const describeSite = () => ({ uses: listBlockUses(listPages()), address: getDevBasePath() })
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
          // Relative URLs need the trailing slash.
          if (!path.endsWith('/'))
            return void response.writeHead(302, { location: `${path}/` }).end()
          const blocks = await read()
          const block = blocks.find((each) => each.type === type)
          if (rest.length > 1 || (type !== '' && !block)) return next()
          const html = block
            ? renderBlockPage(block, blocks, describeSite(), '/@vite/client')
            : renderIndexPage(blocks, '/@vite/client')
          response
            .writeHead(200, {
              'content-type': 'text/html; charset=utf-8',
              'cache-control': 'no-store',
            })
            .end(html)
        } catch (error) {
          // A block folder may be incomplete while it is being edited.
          response
            .writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
            .end((error as Error).message)
        }
      })
      const folders = [join(config.root, 'blocks'), ...listBlockFolders(site)]
      watcher.add(folders[0]!)
      watcher.on('change', (file) => {
        if (!folders.includes(join(file, '../..')) || !/(examples\.yaml|schema\.json)$/.test(file))
          return
        getDevState().examples.clear()
        environments.client!.hot.send({ type: 'full-reload', path: '*' })
      })
    },
  }
}
