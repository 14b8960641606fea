import { unescapeHtml } from '../escape-html.ts'
import { shortHash } from '../../schema/util/short-hash.ts'
import { getHtml, type HtmlChunk } from '../html-chunks.ts'

/**
 * Replaces `style` attributes, which a strict content security policy forbids, with rules for a
 * `style` element. In the browser, React changes styles through the CSSOM, which policies allow, so
 * blocks may use them.
 * @returns the chunks, and the CSS rules that they need; empty for most pages
 */
export function extractStyles(chunks: HtmlChunk[]): { chunks: HtmlChunk[]; css: string } {
  if (!chunks.some(hasStyle)) return { chunks, css: '' }
  const rules = new Set<string>()
  const extracted = chunks.map((chunk) => {
    if (!hasStyle(chunk)) return chunk
    return getHtml(chunk).replace(styleAttribute, (_, escaped: string) => {
      const style = unescapeHtml(escaped)
      const name = shortHash(style).slice(0, 8)
      rules.add(`[data-style="${name}"]{${style.replace(/[<{}]/g, escapeInCss)}}`)
      return ` data-style="${name}"`
    })
  })
  return { chunks: extracted, css: [...rules].join('') }
}

/** A CSS escape represents the same character, but cannot end the rule or the style element. */
const escapeInCss = (character: string) => `\\${character.charCodeAt(0).toString(16)} `

const hasStyle = (chunk: HtmlChunk): boolean => getHtml(chunk).includes(attributeStart)

/** Quotes are escaped in texts and attribute values, so this text is always a style attribute. */
const attributeStart = ' style="'
const styleAttribute = / style="([^"]*)"/g
