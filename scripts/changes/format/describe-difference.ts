import type { SharedDifference } from '../report-types.ts'
import type { Line } from './section.ts'

/** Says what differs, and on which pages. */
export function describeDifference(difference: SharedDifference): Line {
  const { label = '', before, after, routes, everywhere, variants } = difference
  const text = describeInOneLine(difference)
  const shared = { pages: routes, everywhere }
  if (text !== undefined) return { text, ...shared }
  const action = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  const more = variants > 1 ? ` in ${variants} texts, such as this one` : ''
  return {
    text: `${action}${label && ` ${label}`}${more}`,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ...shared,
  }
}

/** @returns undefined if the difference is shown word by word. */
function describeInOneLine(difference: SharedDifference): string | undefined {
  const { kind, label = '', before, after, variants } = difference
  switch (kind) {
    case 'indexing':
      if (before === 'indexed') return `no longer indexed: ${after}`
      return after === 'indexed' ? `indexed now, was ${before}` : `${after} instead of ${before}`
    case 'canonical':
      return `${after ?? 'none'} instead of ${before ?? 'none'}`
    case 'order':
      return `${label} in another order`
    case 'styles':
      return 'other colors, fonts or styles'
    case 'weight':
      return variants > 1 ? `${label} on ${variants} pages` : `${label}: ${before} → ${after}`
    case 'link':
      return describeLink(difference)
    case 'picture':
      if (label.startsWith('replaced ')) return `${label}: ${before} → ${after}`
      if (label !== '') return undefined
      if (before === undefined) return `added ${after}`
      return after === undefined ? `removed ${before}` : `${after} instead of ${before}`
    default:
      return undefined
  }
}

/** The label is an address if the words of the link changed, and otherwise its words. */
function describeLink({ label, before, after, variants }: SharedDifference): string {
  const more = variants > 1 ? `, and ${variants - 1} more like it` : ''
  if (label?.startsWith('“') !== true && label !== undefined)
    return `the link to ${label} says “${after}” instead of “${before}”${more}`
  const link = label === undefined ? 'a link' : `the link ${label}`
  if (before === undefined) return `added ${link} to ${after}`
  if (after === undefined) return `removed ${link} to ${before}`
  return `${link} leads to ${after} instead of ${before}${more}`
}
