import type { PriceCardsBlock } from '../../schema/types.gen.ts'
import { ActionLink } from '../shared/action-list.tsx'
import { OfferText } from '../shared/offer-text.tsx'
import { RichText } from '../shared/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function PriceCards(block: PriceCardsBlock) {
  return (
    <Section
      block={block}
      heading={block.heading}
      lead={block.lead}
      beside={block.cards.length === 1}
    >
      <ul className="card-list">
        {block.cards.map((card, index) => (
          <li className="card" key={index}>
            {card.badge && <p className="badge">{card.badge}</p>}
            <OfferText offer={card} />
            {card.action && <ActionLink action={card.action} />}
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
