import { createHash } from 'node:crypto'
import { escapeHtml } from './escape-html.ts'

/** Follows the link of the page, with the query and the anchor of this address. */
const script =
  'var a=document.links[0];location.replace(a.search||a.hash?a.href:a.href+location.search+location.hash)'
const hash = createHash('sha256').update(script).digest('base64')

/** The page loads nothing. */
const policy = `default-src 'none';script-src 'sha256-${hash}';base-uri 'none';form-action 'none'`

/**
 * Renders the page at an alias, for hosts that do not support a `_redirects` file.
 * @param canonical the absolute URL of the target
 * @param path the path of the target, or its URL on another site
 */
export function renderRedirect(canonical: string, path: string, language: string): string {
  const [to, href] = [escapeHtml(canonical), escapeHtml(path)]
  return (
    `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<title>${href}</title><link rel="canonical" href="${to}">` +
    '<meta name="robots" content="noindex">' +
    `<noscript><meta http-equiv="refresh" content="0; url=${href}"></noscript>` +
    `</head><body><p><a href="${href}">${href}</a></p><script>${script}</script></body></html>\n`
  )
}
