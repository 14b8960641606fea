import { escapeHtml } from './escape-html.ts'

/** The page loads nothing. */
const policy = "default-src 'none';base-uri 'none';form-action 'none'"

/**
 * Renders the page at an alias, for hosts that do not support a `_redirects` file.
 * @param canonical the absolute URL of the target
 * @param path the path of the target
 */
export function renderRedirect(canonical: string, path: string, language: string): string {
  const [to, href] = [escapeHtml(canonical), escapeHtml(path)]
  return (
    `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<title>${href}</title><link rel="canonical" href="${to}">` +
    `<meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${href}">` +
    `</head><body><p><a href="${href}">${href}</a></p></body></html>\n`
  )
}
