import type { PageData, SiteData } from '../../schema/page-data.ts'
import { escapeHtml } from '../escape-html.ts'
import { listHeadTags } from '../page-head.tsx'

/** Renders the same HTML as `PageHead`: a title, and elements without content. */
export function fastRenderHead(page: PageData, site: SiteData): string {
  let html = `<title>${escapeHtml(page.head.title)}</title>`
  for (const { tag, attributes } of listHeadTags(page, site)) {
    html += `<${tag}`
    for (const name in attributes) html += ` ${name}="${escapeHtml(attributes[name]!)}"`
    html += '/>'
  }
  return html
}
