import type { RichNode } from '../../schema/page-data.ts'
import type { ProseBlock } from '../../schema/types.gen.ts'
import { ActionLink } from '../shared/links/action-list.tsx'
import { RichText } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

type Chapter = { id: string; node: { t: 'h2'; c: RichNode[] } }

export function Prose(block: ProseBlock) {
  const { id, heading, body = [], contents } = block
  const chapters = contents ? listChapters(body, id) : []
  const text = (
    <div className="rich prose-text">
      {chapters.length === 0 ? (
        <RichText nodes={body} />
      ) : (
        body.map((node, index) => {
          const chapter = chapters.find((each) => each.node === node)
          return chapter ? (
            <h2 key={index} id={chapter.id}>
              <RichText nodes={chapter.node.c} />
            </h2>
          ) : (
            <RichText key={index} nodes={[node]} />
          )
        })
      )}
    </div>
  )
  return (
    <Section block={block} heading={heading} hasSideHeading>
      {contents ? (
        <div className="prose-columns">
          <Contents contents={contents} chapters={chapters} />
          {text}
        </div>
      ) : (
        text
      )}
    </Section>
  )
}

/**
 * The table of contents. On wide screens it is beside the text, and the stylesheet shows it open;
 * on others it is above the text.
 */
function Contents({
  contents: { heading, action },
  chapters,
}: {
  contents: NonNullable<ProseBlock['contents']>
  chapters: Chapter[]
}) {
  return (
    <details className="prose-contents">
      <summary>{heading}</summary>
      <ul>
        {chapters.map(({ id, node }) => (
          <li key={id}>
            <a href={`#${id}`}>
              <RichText nodes={node.c} />
            </a>
          </li>
        ))}
      </ul>
      {action && <ActionLink action={action} />}
    </details>
  )
}

function listChapters(body: RichNode[], blockId: string | undefined): Chapter[] {
  const headings = body.filter(
    (node): node is Chapter['node'] => typeof node === 'object' && node.t === 'h2',
  )
  return headings.map((node, index) => ({ id: `${blockId ?? 'part'}-${index + 1}`, node }))
}
