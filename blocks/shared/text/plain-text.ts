import type { RichNode, RichText } from '../../../schema/page-data.ts'

const inlineTags = new Set(['a', 'strong', 'em', 'del'])

/**
 * Converts rich text to plain text, for attributes and structured data. Block elements and line
 * breaks become spaces.
 */
export function toPlainText(nodes: RichText): string {
  return nodes.map(getNodeText).join('').replace(/\s+/g, ' ').trim()
}

function getNodeText(node: RichNode): string {
  if (typeof node === 'string') return node
  if (node.t === 'br' || node.t === 'picture') return ' '
  const text = node.c.map(getNodeText).join('')
  return inlineTags.has(node.t) ? text : ` ${text} `
}
