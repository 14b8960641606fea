import type { RichHeading } from '../../schema/page-data.ts'
import type { ProseBlock } from '../../schema/types.gen.ts'
import { ActionLink } from '../shared/links/action-list.tsx'
import { RichText } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function Prose(block: ProseBlock) {
  const { heading, body = [], contents, placeholder } = block
  const text = (
    <div className="rich prose-text" data-placeholder={placeholder || undefined}>
      <RichText nodes={body} />
    </div>
  )
  return (
    <Section block={block} heading={heading} hasSideHeading>
      {contents ? (
        <div className="prose-columns">
          <Contents contents={contents} body={body} />
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
  body,
}: Required<Pick<ProseBlock, 'contents' | 'body'>>) {
  const chapters = body.filter(
    (node): node is RichHeading =>
      typeof node === 'object' && node.t === 'h2' && node.id !== undefined,
  )
  return (
    <details className="prose-contents">
      <summary>{heading}</summary>
      <ul>
        {chapters.map(({ id, c }) => (
          <li key={id}>
            <a href={`#${id}`}>
              <RichText nodes={c} />
            </a>
          </li>
        ))}
      </ul>
      {action && <ActionLink action={action} />}
    </details>
  )
}
