import type { TrustBadgesBlock } from '../../schema/types.gen.ts'
import { Icon } from '../shared/icon.tsx'
import { keepRanges } from '../shared/keep-ranges.tsx'
import { Link } from '../shared/link.tsx'
import { Section } from '../shared/section.tsx'

export function TrustBadges(block: TrustBadgesBlock) {
  return (
    <Section block={block} heading={block.heading}>
      <ul className="trust-badge-list">
        {block.items.map(({ icon, label, detail, href }, index) => (
          <li key={index}>
            <Icon name={icon} size={24} />
            <p>
              <strong>{href ? <Link href={href}>{label}</Link> : keepRanges(label)}</strong>
              {detail && <span>{keepRanges(detail)}</span>}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
