import type { CallToActionBlock } from '../../schema/types.gen.ts'
import { ActionList } from '../shared/links/action-list.tsx'
import { RichText } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function CallToAction(block: CallToActionBlock) {
  return (
    <Section block={block} className={`layout-${block.layout ?? 'dark'}`} heading={block.heading}>
      {block.text && (
        <div className="lead">
          <RichText nodes={block.text} />
        </div>
      )}
      <ActionList actions={block.actions} />
    </Section>
  )
}
