import type { IconName, NoticeBlock } from '../../schema/types.gen.ts'
import { ActionList } from '../shared/links/action-list.tsx'
import { Icon } from '../shared/icon.tsx'
import { RichText } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

const toneIcons: Record<NoticeBlock['tone'], IconName> = {
  info: 'info',
  warning: 'alert-triangle',
  success: 'badge-check',
}

export function Notice(block: NoticeBlock) {
  const { tone, heading, text, actions } = block
  return (
    <Section block={block} className={`tone-${tone}`}>
      <div className="notice-box" role="note">
        <Icon name={toneIcons[tone]} size={24} />
        <div className="rich">
          {heading && <h2>{heading}</h2>}
          <RichText nodes={text} />
          <ActionList actions={actions} />
        </div>
      </div>
    </Section>
  )
}
