import type { RichNode, RichPicture, RichText as Nodes } from '../../../schema/page-data.ts'
import { preventRangeBreaks } from './prevent-range-breaks.tsx'
import { Link } from '../links/link.tsx'
import { ResponsivePicture } from '../responsive-picture.tsx'

/** Renders parsed Markdown. It can only produce the tags that `RichNode` allows. */
export function RichText({ nodes }: { nodes?: Nodes }) {
  return nodes?.map((node, index) => <RichTextNode key={index} node={node} />)
}

function RichTextNode({ node }: { node: RichNode }) {
  if (typeof node === 'string') return preventRangeBreaks(node)
  if (node.t === 'br') return <br />
  if (node.t === 'picture') return <TextPicture picture={node} />
  const children = <RichText nodes={node.c} />
  if (node.t === 'a') return <Link href={node.href}>{children}</Link>
  const Tag = node.t
  return <Tag id={'id' in node ? node.id : undefined}>{children}</Tag>
}

function TextPicture({ picture: { file, alt, caption } }: { picture: RichPicture }) {
  return (
    <figure className="text-picture">
      <ResponsivePicture file={file} alt={alt} sizes="(width >= 48rem) 44rem, 94vw" />
      {caption && <figcaption className="note">{caption}</figcaption>}
    </figure>
  )
}

type TextPartProps = { nodes?: Nodes; className?: 'rich' | 'lead' | 'note' }

/** Renders rich text as a part of a block, if it has that text. */
export const TextPart = ({ nodes, className = 'rich' }: TextPartProps) =>
  nodes && (
    <div className={className}>
      <RichText nodes={nodes} />
    </div>
  )

/** Renders the note below a block's content, if it has one. */
export const Note = ({ nodes }: TextPartProps) => <TextPart nodes={nodes} className="note" />

/** Renders rich text without its paragraph elements, for use where those are not allowed. */
export function InlineText({ nodes }: { nodes?: Nodes }) {
  const parts = nodes?.flatMap((node): RichNode[] =>
    typeof node === 'object' && node.t === 'p' ? [...node.c, ' '] : [node],
  )
  return <RichText nodes={parts?.slice(0, parts.at(-1) === ' ' ? -1 : undefined)} />
}
