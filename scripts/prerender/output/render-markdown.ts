import { createRequire } from 'node:module'
import type gfm from '@joplin/turndown-plugin-gfm'
import type TurndownService from 'turndown'
import type { PageData } from '../../../schema/page-data.ts'

type Head = Pick<PageData['head'], 'title' | 'description' | 'canonical'>

/**
 * Renders a page as Markdown, with its metadata in front. Links and pictures get absolute URLs.
 * @param html the document, of which `<main>` is converted
 */
export function renderMarkdown({ title, description, canonical }: Head, html: string): string {
  const main = html.slice(html.indexOf('<main'), html.lastIndexOf('</main>'))
  const metadata = Object.entries({ title, description, url: canonical })
    // Every JSON string is YAML, too.
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  converter ??= createConverter()
  base = canonical
  const body = converter.turndown(separateElements(main)).replace(/[ \t]+$/gm, '')
  return `---\n${metadata.join('\n')}\n---\n\n${body.replace(/\n{3,}/g, '\n\n')}\n`
}

/** Adds spaces between elements that styles set apart. */
export const separateElements = (html: string): string => html.replace(boundary, '$& ')

const boundary = /<\/(?:a|b|em|small|span|strong)>(?=<(?:a|b|em|small|span|strong)\b)/g

const require = createRequire(import.meta.url)
let converter: TurndownService | undefined
/** The URL of the page that is being converted. */
let base = ''

/** Turndown is loaded on demand, because most sites need none. */
function createConverter(): TurndownService {
  const Turndown = require('turndown') as typeof TurndownService
  const { tables, strikethrough } = require('@joplin/turndown-plugin-gfm') as typeof gfm
  const service = new Turndown({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    // Spaces at the end of a line are removed.
    br: '\\',
  })
  service.use([tables, strikethrough])
  service.remove(['script', 'style', 'template', 'noscript', 'nav'])
  // Elements that visitors do not see, that they see only after doing something, or that they fill
  // in.
  service.addRule('hidden', {
    filter: (node) =>
      /^(svg|button|input|select|textarea|dialog)$/i.test(node.nodeName) ||
      node.hasAttribute('hidden') ||
      node.getAttribute('aria-hidden') === 'true' ||
      // See `location-layers.tsx`.
      (node.hasAttribute('data-when') && !node.hasAttribute('data-shown')),
    replacement: () => '',
  })
  service.addRule('link', {
    filter: (node) => node.nodeName === 'A' && node.hasAttribute('href'),
    replacement: (content, node) => {
      const text = content.replace(/\s+/g, ' ').trim()
      const href = (node as Element).getAttribute('href') ?? ''
      return text === '' ? '' : `[${text}](${toAbsolute(href)})`
    },
  })
  service.addRule('picture', {
    filter: 'img',
    replacement: (_, node) => {
      const image = node as Element
      const alt = image.getAttribute('alt') ?? ''
      return alt === ''
        ? ''
        : `![${service.escape(alt)}](${toAbsolute(image.getAttribute('src') ?? '')})`
    },
  })
  service.addRule('question', {
    filter: 'summary',
    replacement: (content) => `\n\n### ${content.trim().replace(/^#+ /, '')}\n\n`,
  })
  service.addRule('term', { filter: 'dt', replacement: (content) => `\n\n**${content.trim()}**\n` })
  service.addRule('definition', { filter: 'dd', replacement: (content) => `${content.trim()}\n\n` })
  return service
}

const toAbsolute = (href: string): string =>
  URL.canParse(href, base) ? new URL(href, base).href : href
