import type { RichNode, RichText as Nodes } from '../../schema/page-data.ts'
import { keepRanges } from './keep-ranges.tsx'
import { Link } from './link.tsx'

/** Parsed Markdown as elements. Only the tags of RichNode can come out of it. */
export function RichText({ nodes }: { nodes?: Nodes }) {
  return nodes?.map((node, index) => <RichPart key={index} node={node} />)
}

function RichPart({ node }: { node: RichNode }) {
  if (typeof node === 'string') return keepRanges(node)
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
