import type { ProfileBlock } from '../../schema/types.gen.ts'
import { ActionList } from '../shared/links/action-list.tsx'
import { Icon } from '../shared/icon.tsx'
import { Portrait, VerifiedBadge } from '../shared/portrait.tsx'
import { RichText } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function Profile(block: ProfileBlock) {
  const { heading, name, role, photo, icon, badge, text, credentials, actions, placeholder } = block
  return (
    <Section block={block} heading={heading}>
      <div className="profile-columns" data-placeholder={placeholder || undefined}>
        <div className="profile-person">
          <Portrait name={name} photo={photo} icon={icon} size="full" />
          {badge && <VerifiedBadge {...badge} />}
          <p>
            <strong>{name}</strong>
            {role && <span>{role}</span>}
          </p>
        </div>
        <div className="rich">
          <RichText nodes={text} />
          {credentials && (
            <ul className="profile-credentials">
              {credentials.map(({ icon = 'badge-check', label, value }) => (
                <li key={label}>
                  <Icon name={icon} size={20} />
                  <span>
                    {label}
                    {value && `: ${value}`}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <ActionList actions={actions} />
        </div>
      </div>
    </Section>
  )
}
