import type { ProseBlock } from '../../schema/types.gen.ts'
import { RichText } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function Prose(block: ProseBlock) {
  return (
    <Section block={block} heading={block.heading} hasSideHeading>
      <div className="rich prose-text">
        <RichText nodes={block.body} />
      </div>
    </Section>
  )
}
