import type { PriceCardsBlock } from '../../schema/types.gen.ts'
import { ActionLink } from '../shared/links/action-list.tsx'
import { OfferDetails } from '../shared/offer-details.tsx'
import { Note } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function PriceCards(block: PriceCardsBlock) {
  return (
    <Section
      block={block}
      heading={block.heading}
      lead={block.lead}
      hasSideHeading={block.cards.length === 1}
    >
      <ul className="card-list">
        {block.cards.map((card, index) => (
          <li className="card" key={index}>
            {card.badge && <p className="badge">{card.badge}</p>}
            <OfferDetails offer={card} />
            {card.action && <ActionLink action={card.action} />}
          </li>
        ))}
      </ul>
      <Note nodes={block.note} />
    </Section>
  )
}
