import type { ReactNode } from 'react'
import type { ServiceChooserBlock } from '../../schema/types.gen.ts'
import { ActionLink } from '../shared/action-list.tsx'
import { DetectButton } from '../shared/detect-button.tsx'
import { Icon } from '../shared/icon.tsx'
import { Layers } from '../shared/layers.tsx'
import { Link } from '../shared/link.tsx'
import { OfferText } from '../shared/offer-text.tsx'
import { InlineText } from '../shared/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { useArea } from '../shared/use-location.ts'
import { DistanceSentence, VisitorPlace } from '../shared/visitor-place.tsx'

/** Both cards are open until it is known that the local one is out of reach, so that it serves visitors without JavaScript. */
export function ServiceChooser(block: ServiceChooserBlock) {
  const { heading, lead, area, anywhere, local } = block
  return (
    <Section block={block} heading={heading} lead={lead} area={useArea(area)}>
      <Where block={block} />
      <ul className="card-list chooser-cards">
        <OfferCard offer={anywhere}>
          <ActionLink action={anywhere.action} />
        </OfferCard>
        <OfferCard offer={local}>
          <LocalAction block={block} />
          <Contact block={block} />
        </OfferCard>
      </ul>
    </Section>
  )
}

type Props = { block: ServiceChooserBlock }

function Where({ block: { texts, area } }: Props) {
  const suggestion = (
    <strong>
      <InlineText nodes={texts.suggestion} />
    </strong>
  )
  return (
    <Layers
      announced
      layers={{
        idle: (
          <>
            <p>{texts.ask}</p>
            {area?.detect === 'button' && <DetectButton area={area} />}
          </>
        ),
        detecting: <p>{texts.detecting}</p>,
        inside: (
          <p className="chooser-where">
            <span className="badge">{texts.inside}</span>
            <VisitorPlace />
            {texts.available && <span className="chooser-available">{texts.available}</span>}
            <strong className="chooser-banner">{texts.banner}</strong>
          </p>
        ),
        outside: (
          <p>
            {texts.outside} <DistanceSentence text={texts.away} /> {suggestion}
          </p>
        ),
        unknown: (
          <>
            <p>
              {texts.unknown}. {suggestion}
            </p>
            {area?.detect === 'button' && <DetectButton area={area} />}
          </>
        ),
      }}
    />
  )
}

function LocalAction({ block: { local, texts } }: Props) {
  const off = (note: ReactNode) => (
    <>
      <p className="chooser-note">{note}</p>
      <button className="button" type="button" disabled>
        {texts.unavailable}
      </button>
    </>
  )
  return (
    <Layers
      layers={{
        'idle detecting inside': <ActionLink action={local.action} />,
        outside: off(<DistanceSentence text={texts.away} />),
        unknown: off(texts.unknown),
      }}
    />
  )
}

/** The same in every state: a card that is switched off is no dead end, and nothing moves. */
function Contact({ block: { phone, texts } }: Pick<Props, 'block'>) {
  if (!phone) return null
  return (
    <p className="chooser-contact">
      <Link className="button quiet" href={phone.href}>
        <Icon name="phone" size={20} />
        <span>{phone.text}</span>
      </Link>
      {texts.sms && (
        <Link className="button quiet" href={phone.href.replace(/^tel:/, 'sms:')}>
          {texts.sms}
        </Link>
      )}
    </p>
  )
}

type Offer = ServiceChooserBlock['local']

function OfferCard({ offer, children }: { offer: Offer; children: ReactNode }) {
  return (
    <li className="card">
      <div className="chooser-offer">
        <OfferText offer={offer} />
      </div>
      {children}
    </li>
  )
}
