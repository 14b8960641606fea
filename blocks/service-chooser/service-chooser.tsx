import type { ReactNode } from 'react'
import type { ServiceChooserBlock } from '../../schema/types.gen.ts'
import { ActionLink } from '../shared/action-list.tsx'
import { DetectButton } from '../shared/detect-button.tsx'
import { Icon } from '../shared/icon.tsx'
import { Layers } from '../shared/layers.tsx'
import { Link } from '../shared/link.tsx'
import { useLocation } from '../shared/location-store.ts'
import { OfferText } from '../shared/offer-text.tsx'
import { InlineText } from '../shared/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import type { VisitorLocation } from '../shared/service-area.ts'
import { DistanceSentence, VisitorPlace } from '../shared/visitor-place.tsx'

/** Both cards are open until it is known that the local one is out of reach, so that it serves visitors without JavaScript. */
export function ServiceChooser(block: ServiceChooserBlock) {
  const { heading, lead, area, anywhere, local } = block
  const location = useLocation(area)
  return (
    <Section block={block} heading={heading} lead={lead}>
      <Where block={block} location={location} />
      <ul className="card-list chooser-cards">
        <OfferCard offer={anywhere}>
          <ActionLink action={anywhere.action} />
        </OfferCard>
        <OfferCard offer={local} off={isOff(location)}>
          <LocalAction block={block} location={location} />
          <Contact block={block} />
        </OfferCard>
      </ul>
    </Section>
  )
}

type Props = { block: ServiceChooserBlock; location: VisitorLocation }

const isOff = ({ status }: VisitorLocation) => status === 'outside' || status === 'unknown'

function Where({ block: { texts, area }, location }: Props) {
  const suggestion = (
    <strong>
      <InlineText nodes={texts.suggestion} />
    </strong>
  )
  return (
    <Layers
      shown={location.status}
      announced
      layers={{
        idle: (
          <>
            <p>{texts.ask}</p>
            {area?.detect === 'button' && <DetectButton area={area} location={location} />}
          </>
        ),
        detecting: <p>{texts.detecting}</p>,
        inside: (
          <p className="chooser-where">
            <span className="badge">{texts.inside}</span>
            <VisitorPlace location={location} />
            {texts.available && <span className="chooser-available">{texts.available}</span>}
            <strong className="chooser-banner">{texts.banner}</strong>
          </p>
        ),
        outside: (
          <p>
            {texts.outside} <DistanceSentence text={texts.away} location={location} /> {suggestion}
          </p>
        ),
        unknown: (
          <>
            <p>
              {texts.unknown}. {suggestion}
            </p>
            {area?.detect === 'button' && <DetectButton area={area} location={location} />}
          </>
        ),
      }}
    />
  )
}

function LocalAction({ block: { local, texts }, location }: Props) {
  const layers = {
    open: <ActionLink action={local.action} />,
    off: (
      <>
        <p className="chooser-note">{location.status === 'unknown' ? texts.unknown : <DistanceSentence text={texts.away} location={location} />}</p>
        <button className="button" type="button" disabled>
          {texts.unavailable}
        </button>
      </>
    ),
  }
  return <Layers shown={isOff(location) ? 'off' : 'open'} layers={layers} />
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

function OfferCard({ offer, off, children }: { offer: Offer; off?: boolean; children: ReactNode }) {
  return (
    <li className="card" data-off={off || undefined}>
      <div className="chooser-offer">
        <OfferText offer={offer} />
      </div>
      {children}
    </li>
  )
}
