import type { PriceCardsBlock } from '../../schema/types.gen.ts'
import { ActionLink } from '../shared/action-list.tsx'
import { FeatureList, Price } from '../shared/price.tsx'
import { RichText } from '../shared/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function PriceCards(block: PriceCardsBlock) {
  return (
    <Section block={block} heading={block.heading} lead={block.lead}>
      <ul className="card-list">
        {block.cards.map(({ title, badge, prefix, price, unit, text, features, action }, index) => (
          <li className="card" key={index}>
            {badge && <p className="badge">{badge}</p>}
            <h3>{title}</h3>
            <Price prefix={prefix} price={price} unit={unit} />
            {text && (
              <div className="rich">
                <RichText nodes={text} />
              </div>
            )}
            <FeatureList features={features} />
            {action && <ActionLink action={action} />}
          </li>
        ))}
      </ul>
      {block.note && (
        <div className="note">
          <RichText nodes={block.note} />
        </div>
      )}
    </Section>
  )
}
