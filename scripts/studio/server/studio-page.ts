import { formatCommand } from '../../launch/commands.mjs'
import { escapeHtml } from '../../../renderer/escape-html.ts'
import type { EntryAssets } from './browser-bundle.ts'

/**
 * The elements in the head of a document that load its script and its styles. A document without
 * its script shows nothing, or takes no clicks, so it is loaded again if the script is not found,
 * such as while the server is busy.
 */
const renderEntryTags = ({ script, imports, styles }: EntryAssets): string =>
  [
    `<link rel="stylesheet" href="${styles}">`,
    `<script type="module" src="${script}" onerror="setTimeout(() => location.reload(), 1000)"></script>`,
    ...imports.map((path) => `<link rel="modulepreload" href="${path}">`),
  ].join('')

/** Adds what the preview loads to the document of a page, in front of its own styles. */
export const addPreviewAssets = (html: string, assets: EntryAssets): string =>
  html.replace('<head>', (head) => head + renderEntryTags(assets))

/** The document of the studio. */
export const renderStudioPage = (assets: EntryAssets): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Studio</title>
    ${renderEntryTags(assets)}
  </head>
  <body>
    <main id="studio"></main>
  </body>
</html>
`

/** For a browser that has not opened the address with the token. */
export const renderLockedPage = (): string =>
  renderNote(
    'Open the studio from the terminal',
    `<p>The terminal that runs <code>${formatCommand('studio')}</code> or <code>${formatCommand('dev')}</code> shows an
      address that ends with <code>?token=…</code>. Open it once in this browser.</p>
      <p>Without it, another program on this computer could change your files.</p>`,
  )

/** For somebody who may not edit the site. @param reason says why, and what to do */
export const renderRefusedPage = (reason: string): string =>
  renderNote('You cannot edit this site', `<p>${escapeHtml(reason)}</p>`)

const renderNote = (heading: string, html: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Studio</title>
  </head>
  <body>
    <main>
      <h1>${heading}</h1>
      ${html}
    </main>
  </body>
</html>
`
