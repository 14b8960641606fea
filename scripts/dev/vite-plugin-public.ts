import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { sendFile } from '../serve/send-file.ts'

/**
 * Vite plugin that serves what a build would publish of public/. Vite's own `publicDir` serves
 * everything in it.
 * @param publicDir the folder
 * @param isPublished whether a URL path, such as `/people/baker.jpg`, is published
 */
export function servePublicFiles(
  publicDir: string,
  isPublished: (path: string) => boolean,
): Plugin {
  return {
    name: 'signpost-public',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const url = decodeUrl((request.url ?? '').split('?')[0] ?? '')
        if (url === undefined || !isPublished(url)) return next()
        const path = join(publicDir, url)
        const stats = statSync(path, { throwIfNoEntry: false })
        if (!stats) return next()
        const file = { path, size: stats.size, modifiedMs: stats.mtimeMs }
        sendFile(request, response, file, { headers: { 'cache-control': 'no-cache' } }).catch(next)
      })
    },
  }
}

function decodeUrl(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
