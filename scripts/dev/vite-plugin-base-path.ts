import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { getDevBasePath } from '../../renderer/dev/dev-state.ts'

/**
 * Vite plugin that serves the site below its base path, as it will be published. The URLs of
 * development tools, such as Vite itself and the catalogue, have no base path.
 */
export function serveBelowBasePath(root: string): Plugin {
  return {
    name: 'signpost-base-path',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const base = getDevBasePath()
        const url = request.url ?? '/'
        if (base === '') return next()
        if (url.startsWith(`${base}/`)) {
          // Vike reads the original URL.
          request.url = request.originalUrl = url.slice(base.length)
          return next()
        }
        const [path = '/'] = url.split('?')
        if (path === '/' || path === base)
          return void response.writeHead(302, { location: `${base}/` }).end()
        if (/^\/(@|__)/.test(path) || existsSync(join(root, path))) return next()
        response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
        response.end(`The addresses of this site begin with ${base}/\n`)
      })
    },
  }
}
