import { isOutsideFolder } from '../../../schema/util/site-paths.ts'
import { existsSync, readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { toRoute } from '../../../renderer/routes.ts'
import { getDocumentPath } from '../../../schema/resolve/route-paths.ts'
import type { ChangeReport } from '../report-types.ts'
import { type Handler, sendContent, toMiddleware } from '../../dev/middleware.ts'
import { renderChangesPage } from './changes-page.tsx'
import { runComparison } from './run-comparison.ts'

const changesBase = '/__changes'

/** In development, serves a report on the changes of the site since a version, at /__changes. */
export function changesPlugin(site: string): Plugin {
  /** The report that is shown, with the folders of its documents. */
  let shown: ChangeReport | undefined
  const handle: Handler = async (requested, response, query) => {
    const sendHtml = (html: string) => sendContent(response, '.html', html)
    const [, side = '', ...rest] = requested.split('/')
    if (side === '') {
      const version = new URLSearchParams(query).get('version')?.trim() || 'HEAD'
      const result = await runComparison(site, ['--', version])
      if (typeof result !== 'string') shown = result
      return sendHtml(renderChangesPage({ version, result }))
    }
    if ((side !== 'before' && side !== 'after') || !shown) return false
    const { output, files } = shown[side]
    const path = `/${rest.join('/')}`
    const document = findVersionFile(output, getDocumentPath(toRoute(path)))
    if (document !== undefined) return sendHtml(showFilesOf(readFileSync(document, 'utf8'), side))
    const file = findVersionFile(files, path)
    return file === undefined
      ? sendContent(response, '.txt', 'There is no such page in this version.', 404)
      : sendContent(response, file, readFileSync(file))
  }
  return {
    name: 'signpost-changes',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use(toMiddleware(handle, changesBase))
    },
  }
}

/** @returns undefined if there is no such file in the folder. */
function findVersionFile(folder: string, path: string): string | undefined {
  const file = resolve(folder, `.${path}`)
  return !isOutsideFolder(resolve(folder), file) && extname(file) !== '' && existsSync(file)
    ? file
    : undefined
}

/** Points pictures to the files of the version and fonts to their sources, and removes scripts. */
const showFilesOf = (html: string, side: 'before' | 'after') =>
  html
    .replace(/<script type="(?:module|speculationrules)".*?<\/script>/gs, '')
    .replace(/\/assets\/([\w-]+)\.[\w-]+\.woff2/g, '/blocks/shared/fonts/$1.gen.woff2')
    .replace(/(<img [^>]*?src=")(\/[^"]*\.(?:svg|gif))"/g, `$1${changesBase}/${side}$2"`)
