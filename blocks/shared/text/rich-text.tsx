import type { RichNode, RichText as Nodes } from '../../../schema/page-data.ts'
import { preventRangeBreaks } from './prevent-range-breaks.tsx'
import { Link } from '../links/link.tsx'

/** Parsed Markdown as elements. Only the tags of RichNode can come out of it. */
export function RichText({ nodes }: { nodes?: Nodes }) {
  return nodes?.map((node, index) => <RichTextNode key={index} node={node} />)
}

function RichTextNode({ node }: { node: RichNode }) {
  if (typeof node === 'string') return preventRangeBreaks(node)
  if (node.t === 'br') return <br />
  const children = <RichText nodes={node.c} />
  if (node.t === 'a') return <Link href={node.href}>{children}</Link>
  const Tag = node.t
  return <Tag>{children}</Tag>
}

/** For places that take no paragraphs: what a single paragraph holds, or all of it in one line. */
export function InlineText({ nodes }: { nodes?: Nodes }) {
  const parts = nodes?.flatMap((node): RichNode[] =>
    typeof node === 'object' && node.t === 'p' ? [...node.c, ' '] : [node],
  )
  return <RichText nodes={parts?.slice(0, parts.at(-1) === ' ' ? -1 : undefined)} />
}
