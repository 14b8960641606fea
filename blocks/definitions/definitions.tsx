import type { DefinitionsBlock } from '../../schema/types.gen.ts'
import { RichText } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function Definitions(block: DefinitionsBlock) {
  return (
    <Section block={block} heading={block.heading} lead={block.lead} hasSideHeading>
      <dl className="definition-items">
        {block.items.map(({ term, detail }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="rich">
              <RichText nodes={detail} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
