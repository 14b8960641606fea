import type { TrustBadgesBlock } from '../../schema/types.gen.ts'
import { Icon } from '../shared/icon.tsx'
import { preventRangeBreaks } from '../shared/text/prevent-range-breaks.tsx'
import { Link } from '../shared/links/link.tsx'
import { Section } from '../shared/section.tsx'

export function TrustBadges(block: TrustBadgesBlock) {
  return (
    <Section block={block} heading={block.heading}>
      <ul className="trust-badge-list">
        {block.items.map(({ icon, label, detail, href }, index) => (
          <li key={index}>
            <Icon name={icon} size={24} />
            <p>
              <strong>{href ? <Link href={href}>{label}</Link> : preventRangeBreaks(label)}</strong>
              {detail && <span>{preventRangeBreaks(detail)}</span>}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
