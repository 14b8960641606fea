import type { StepsBlock } from '../../schema/types.gen.ts'
import { ActionList } from '../shared/links/action-list.tsx'
import { TextPart } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function Steps(block: StepsBlock) {
  const { layout = 'row', heading, lead } = block
  return (
    <Section
      block={block}
      className={`layout-${layout}`}
      heading={heading}
      lead={lead}
      hasSideHeading={layout === 'timeline'}
    >
      <ol className="step-list">
        {block.items.map(({ title, text }, index) => (
          <li key={index}>
            <h3>{title}</h3>
            <TextPart nodes={text} />
          </li>
        ))}
      </ol>
      <ActionList actions={block.actions} />
    </Section>
  )
}
