import { escapeHtml } from '../../../renderer/escape-html.ts'
import type { EntryAssets } from '../../prerender/bundle/bundle-studio.ts'
import { reloadScript } from './content-policies.ts'

/**
 * The elements in the head of a document that load its script and its styles. A document without
 * its script shows nothing, or takes no clicks, so it is loaded again if the script is not found,
 * such as while the server is busy.
 */
const renderEntryTags = ({ script, imports, styles }: EntryAssets): string =>
  [
    `<link rel="stylesheet" href="${styles}">`,
    `<script type="module" src="${script}" onerror="${reloadScript}"></script>`,
    ...imports.map((path) => `<link rel="modulepreload" href="${path}">`),
  ].join('')

/** Adds what the preview loads to the document of a page, in front of its own styles. */
export const addPreviewAssets = (html: string, assets: EntryAssets): string =>
  html.replace('<head>', (head) => head + renderEntryTags(assets))

const renderPage = (head: string, main: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Studio</title>
    ${head}
  </head>
  <body>
    ${main}
  </body>
</html>
`

/**
 * The document of the studio.
 * @param token with which its requests are answered, unless it was in the address
 */
export const renderStudioPage = (assets: EntryAssets, token?: string): string =>
  renderPage(
    (token === undefined ? '' : `<meta name="studio-token" content="${escapeHtml(token)}">`) +
      renderEntryTags(assets),
    '<main id="studio"></main>',
  )

/** For somebody who may not edit the site. @param reason says why, and what to do */
export const renderRefusedPage = (reason: string): string =>
  renderPage('', `<main><h1>You cannot edit this site</h1><p>${escapeHtml(reason)}</p></main>`)
