import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Handler, sendContent, toMiddleware } from '../dev/middleware.ts'
import { listBlockFolders } from '../prerender/bundle/site-blocks.ts'
import { getDevState } from '../../renderer/dev/dev-state.ts'
import { renderBlockPage } from './block-page.tsx'
import { listFrames, loadCatalogueBlocks } from './load-blocks.ts'
import { renderIndexPage } from './index-page.tsx'

const catalogueBase = '/__catalogue'

/**
 * Serves the catalogue in development at /__catalogue. Frames are normal pages with hot reload.
 * @param site its folder
 */
export function cataloguePlugin(site: string): Plugin {
  const read = async () => {
    const blocks = await loadCatalogueBlocks(site)
    getDevState().examples = new Map(
      listFrames(blocks, catalogueBase).map((frame) => [frame.page.route, frame]),
    )
    return blocks
  }
  const handle: Handler = async (path, response) => {
    try {
      const [type = '', ...rest] = path.slice(1).split('/')
      if (type === 'frames') {
        if (getDevState().examples.size === 0) await read()
        return false
      }
      // Relative URLs need the trailing slash.
      if (!path.endsWith('/')) {
        response.writeHead(302, { location: `${catalogueBase}${path}/` }).end()
        return true
      }
      const blocks = await read()
      const block = blocks.find((each) => each.type === type)
      if (rest.length > 1 || (type !== '' && !block)) return false
      const html = block
        ? renderBlockPage(block, blocks, '/@vite/client')
        : renderIndexPage(blocks, '/@vite/client')
      return sendContent(response, '.html', html)
    } catch (error) {
      // A block folder may be incomplete while it is being edited.
      return sendContent(response, '.txt', (error as Error).message, 500)
    }
  }
  return {
    name: 'signpost-catalogue',
    apply: 'serve',
    configureServer({ middlewares, watcher, config, environments }) {
      middlewares.use(toMiddleware(handle, catalogueBase))
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
