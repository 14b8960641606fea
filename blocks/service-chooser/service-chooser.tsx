import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import type { ServiceChooserBlock } from '../../schema/types.gen.ts'
import { ActionLink } from '../shared/links/action-list.tsx'
import { DetectButton } from '../shared/location/detect-button.tsx'
import { Icon } from '../shared/icon.tsx'
import { LocationLayers } from '../shared/location/location-layers.tsx'
import { Link } from '../shared/links/link.tsx'
import { toSmsLink } from '../shared/links/sms-link.ts'
import { OfferDetails } from '../shared/offer-details.tsx'
import { InlineText } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { setLocation } from '../shared/location/location-store.ts'
import { classifyPosition } from '../shared/location/service-area.ts'
import { useServiceArea } from '../shared/location/use-location.ts'
import { DistanceSentence, VisitorLocationText } from '../shared/location/visitor-location-text.tsx'

/**
 * Two offers, of which the local one is disabled if the visitor is outside the area. While the
 * location is unknown, a setting decides; the visitor may choose a town, or call to ask.
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
          <TownSelect block={block} />
          <ContactLinks block={block} />
        </OfferCard>
      </ul>
    </Section>
  )
}

type Props = { block: ServiceChooserBlock }

function LocationStatus({ block: { texts, area, phone } }: Props) {
  return (
    <LocationLayers
      isLiveRegion
      layers={{
        idle: (
          <>
            <p>{texts.ask}</p>
            {area && <DetectButton area={area} />}
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
            {texts.outside} <DistanceSentence text={texts.away} />
            <strong className="chooser-suggestion">
              <InlineText nodes={texts.suggestion} />
            </strong>
          </p>
        ),
        unknown: (
          <>
            <p>{texts.unknown}</p>
            <div className="chooser-ways">
              {phone && <PhoneLink phone={phone} />}
              {area && <DetectButton area={area} />}
            </div>
          </>
        ),
      }}
    />
  )
}

function LocalAction({ block: { local, texts, area, words } }: Props) {
  const isClosed = area?.unknown === 'closed'
  const unavailable = (why: ReactNode) => (
    <button className="button chooser-unavailable" type="button" disabled>
      <span>{texts.unavailable}</span>
      <small>{why}</small>
    </button>
  )
  return (
    <LocationLayers
      layers={{
        [isClosed ? 'idle detecting inside' : 'idle detecting inside unknown']: (
          <ActionLink action={local.action} />
        ),
        outside: unavailable(<DistanceSentence text={texts.away} />),
        ...(isClosed && { unknown: unavailable(words?.unknown) }),
      }}
    />
  )
}

/** In every state, for visitors who don't share their location, or ask for another place. */
function TownSelect({ block: { area, towns, words } }: Props) {
  const select = useRef<HTMLSelectElement>(null)
  const show = useCallback(() => {
    const town = towns?.find(({ name }) => name === select.current?.value)
    const located = area && town && classifyPosition(town, area)
    if (located) setLocation({ ...located, city: town.name })
  }, [towns, area])
  // The visitor may have chosen while this script was loading.
  useEffect(show, [show])
  if (!area || !towns) return null
  return (
    <label className="chooser-town">
      <span>{words?.town}</span>
      <select ref={select} defaultValue="" onChange={show} data-wake="">
        <option value="">{words?.noTown}</option>
        {towns.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  )
}

/** Shown in every state, so that a disabled card is no dead end and the layout does not shift. */
function ContactLinks({ block: { phone, texts } }: Pick<Props, 'block'>) {
  if (!phone) return null
  return (
    <p className="chooser-contact">
      <PhoneLink phone={phone} />
      {texts.sms && (
        <Link className="button quiet" href={toSmsLink(phone.href)}>
          {texts.sms}
        </Link>
      )}
    </p>
  )
}

const PhoneLink = ({ phone }: { phone: NonNullable<ServiceChooserBlock['phone']> }) => (
  <Link className="button quiet" href={phone.href}>
    <Icon name="phone" size={20} />
    <span>{phone.text}</span>
  </Link>
)

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
