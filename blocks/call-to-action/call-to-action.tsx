import type { CallToActionBlock } from '../../schema/types.gen.ts'
import { ActionList } from '../shared/links/action-list.tsx'
import { TextPart } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function CallToAction(block: CallToActionBlock) {
  return (
    <Section block={block} className={`layout-${block.layout ?? 'dark'}`} heading={block.heading}>
      <TextPart nodes={block.text} className="lead" />
      <ActionList actions={block.actions} />
    </Section>
  )
}
