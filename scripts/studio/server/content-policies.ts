/** What documents of the studio's origin may run and load, as the browser enforces it. */
import { createHash } from 'node:crypto'
import { getExampleScript } from '../../../renderer/example-frame.ts'
import { keepAnswer, revealTarget, showKept } from '../../../renderer/inline/inline-scripts.gen.ts'
import { searchScript } from '../../dev/dev-session.ts'
import { assetsBase } from '../../prerender/bundle/bundle-studio.ts'

/** Loads a document again whose script is not found, such as while the server is busy. */
export const reloadScript = 'setTimeout(() => location.reload(), 1000)'

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** What a document may have between its tags: see `getInlineScript` in renderer/document.tsx. */
const inlineScripts = [
  ...['', revealTarget].flatMap((first) =>
    ['', showKept, showKept + keepAnswer].map((rest) => first + rest),
  ),
  ...(['light', 'dark'] as const).map(getExampleScript),
].filter((script) => script !== '')

const common = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
]

/** @param origin that browsers see. 'self' would allow files of the site, too */
const allowScripts = (origin: string, paths: string[], inline: string[]) =>
  `script-src ${paths.map((path) => origin + path).join(' ')} 'unsafe-hashes' ${inline.map(hash).join(' ')}`

/** For the studio itself, which no page may show in a frame. */
export const createStudioPolicy = (origin: string): string =>
  [
    ...common,
    allowScripts(origin, [assetsBase], [reloadScript]),
    "frame-src 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * For a page in the preview: it runs the studio's assets alone, whatever its texts and blocks name. It
 * has no frames, and cannot leave the frame that it is in.
 */
export const createPreviewPolicy = (origin: string): string =>
  [
    ...common,
    allowScripts(origin, [assetsBase, searchScript], [reloadScript, ...inlineScripts]),
    "frame-ancestors 'self'",
    'sandbox allow-scripts allow-same-origin allow-forms',
  ].join('; ')

/** For everything else, such as a drawing or a page in public/ that somebody opens: it runs nothing. */
export const filePolicy = "sandbox; script-src 'none'; object-src 'none'; frame-src 'none'"
