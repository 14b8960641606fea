import type { RichNode, RichText } from '../../../schema/page-data.ts'

const inlineTags = new Set(['a', 'strong', 'em'])

/** The words alone, for places without elements: an attribute, structured data. Blocks and breaks become spaces. */
export function toPlainText(nodes: RichText): string {
  return nodes.map(getNodeText).join('').replace(/\s+/g, ' ').trim()
}

function getNodeText(node: RichNode): string {
  if (typeof node === 'string') return node
  if (node.t === 'br') return ' '
  const words = node.c.map(getNodeText).join('')
  return inlineTags.has(node.t) ? words : ` ${words} `
}
