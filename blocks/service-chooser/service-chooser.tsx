import type { ReactNode } from 'react'
import type { ServiceChooserBlock } from '../../schema/types.gen.ts'
import { ActionLink } from '../shared/links/action-list.tsx'
import { DetectButton } from '../shared/location/detect-button.tsx'
import { Icon } from '../shared/icon.tsx'
import { LocationLayers } from '../shared/location/location-layers.tsx'
import { Link } from '../shared/links/link.tsx'
import { OfferDetails } from '../shared/offer-details.tsx'
import { InlineText } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { useServiceArea } from '../shared/location/use-location.ts'
import { DistanceSentence, VisitorLocationText } from '../shared/location/visitor-location-text.tsx'

/**
 * Two offers, of which the local one is disabled if the visitor is outside the area. Both are
 * enabled in the HTML, for visitors without JavaScript.
 */
export function ServiceChooser(block: ServiceChooserBlock) {
  const { heading, lead, area, anywhere, local } = block
  return (
    <Section block={block} heading={heading} lead={lead} area={useServiceArea(area)}>
      <LocationStatus block={block} />
      <ul className="card-list chooser-cards">
        <OfferCard offer={anywhere}>
          <ActionLink action={anywhere.action} />
        </OfferCard>
        <OfferCard offer={local}>
          <LocalAction block={block} />
          <ContactLinks block={block} />
        </OfferCard>
      </ul>
    </Section>
  )
}

type Props = { block: ServiceChooserBlock }

function LocationStatus({ block: { texts, area } }: Props) {
  const suggestion = (
    <strong>
      <InlineText nodes={texts.suggestion} />
    </strong>
  )
  return (
    <LocationLayers
      isLiveRegion
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
            <VisitorLocationText />
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
  const renderDisabled = (note: ReactNode) => (
    <>
      <p className="chooser-note">{note}</p>
      <button className="button" type="button" disabled>
        {texts.unavailable}
      </button>
    </>
  )
  return (
    <LocationLayers
      layers={{
        'idle detecting inside': <ActionLink action={local.action} />,
        outside: renderDisabled(<DistanceSentence text={texts.away} />),
        unknown: renderDisabled(texts.unknown),
      }}
    />
  )
}

/** Shown in every state, so that a disabled card is no dead end and the layout does not shift. */
function ContactLinks({ block: { phone, texts } }: Pick<Props, 'block'>) {
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

type ServiceOffer = ServiceChooserBlock['local']

function OfferCard({ offer, children }: { offer: ServiceOffer; children: ReactNode }) {
  return (
    <li className="card">
      <div className="chooser-offer">
        <OfferDetails offer={offer} />
      </div>
      {children}
    </li>
  )
}
