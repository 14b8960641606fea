import type { CardGridBlock } from '../../schema/types.gen.ts'
import { Icon } from '../shared/icon.tsx'
import { preventRangeBreaks } from '../shared/text/prevent-range-breaks.tsx'
import { Link } from '../shared/links/link.tsx'
import { FeatureList } from '../shared/price.tsx'
import { TextPart } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function CardGrid(block: CardGridBlock) {
  const { layout = 'grid', heading, lead } = block
  return (
    <Section
      block={block}
      className={`layout-${layout}`}
      heading={heading}
      lead={lead}
      hasSideHeading={layout === 'list'}
    >
      <ul className="card-list">
        {block.items.map(({ icon, badge, title, text, points, href, meta, placeholder }, index) => (
          <li className="card" key={index} data-placeholder={placeholder || undefined}>
            {placeholder && <p className="badge">{block.words.sample}</p>}
            {badge && <p className="badge">{preventRangeBreaks(badge)}</p>}
            <h3 className="card-title">
              {icon && <Icon name={icon} size={28} />}
              {href ? (
                // Its ::after covers the card, so that the whole card is clickable.
                <Link className="card-link" href={href}>
                  {title}
                </Link>
              ) : (
                title
              )}
            </h3>
            <TextPart nodes={text} />
            <FeatureList features={points} />
            {meta && <p className="card-meta">{preventRangeBreaks(meta)}</p>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
