import type { RichNode, RichText } from '../../schema/page-data.ts'

const inline = new Set(['a', 'strong', 'em'])

/** The words alone, for places without elements: an attribute, structured data. Blocks and breaks become spaces. */
export function toPlainText(nodes: RichText): string {
  return nodes.map(wordsOf).join('').replace(/\s+/g, ' ').trim()
}

function wordsOf(node: RichNode): string {
  if (typeof node === 'string') return node
  if (node.t === 'br') return ' '
  const words = node.c.map(wordsOf).join('')
  return inline.has(node.t) ? words : ` ${words} `
}
