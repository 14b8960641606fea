import type { HeroBlock } from '../../schema/types.gen.ts'
import { ActionLink, ActionList } from '../shared/links/action-list.tsx'
import { preventRangeBreaks } from '../shared/text/prevent-range-breaks.tsx'
import { OfferDetails } from '../shared/offer-details.tsx'
import { ResponsivePicture } from '../shared/responsive-picture.tsx'
import { FeatureList } from '../shared/price.tsx'
import { Seal } from '../shared/seal/seal.tsx'
import { Note, TextPart } from '../shared/text/rich-text.tsx'

/**
 * The parts are in the order in which a phone shows them, because a browser may paint before it has
 * parsed all of them. Wider screens position them with grid.
 */
export function Hero(block: HeroBlock) {
  const {
    id,
    layout = 'split',
    heading,
    eyebrow,
    lead,
    picture,
    points,
    actions,
    cards,
    note,
    seal,
  } = block
  return (
    <section className={['block', 'hero', `layout-${layout}`].join(' ')} id={id}>
      {seal && !picture && <Seal seal={seal} />}
      <div className="column">
        <div className="hero-text">
          {eyebrow && <p className="hero-eyebrow">{preventRangeBreaks(eyebrow)}</p>}
          <h1>{preventRangeBreaks(heading)}</h1>
          <TextPart nodes={lead} className="lead" />
          <ActionList actions={actions} />
          {!cards && <FeatureList features={points} />}
        </div>
        {cards && (
          <ul className="card-list">
            {cards.map((card, index) => (
              <li className="card" key={index}>
                <OfferDetails offer={{ ...card, features: undefined }} level="h2" />
                {card.action && <ActionLink action={card.action} />}
                <FeatureList features={card.features} />
              </li>
            ))}
          </ul>
        )}
        {cards && <FeatureList features={points} />}
        <Note nodes={note} />
        {picture && (
          <div className="hero-picture" data-placeholder={picture.placeholder || undefined}>
            {seal && <Seal seal={seal} />}
            <ResponsivePicture
              file={picture.src}
              alt={picture.alt}
              position={picture.position}
              sizes={
                layout === 'split'
                  ? '(width >= 73rem) 30rem, (width >= 48rem) 42vw, 94vw'
                  : '(width >= 73rem) 70rem, 94vw'
              }
              eager
            />
          </div>
        )}
      </div>
    </section>
  )
}
