import type { ContactDetailsBlock } from '../../schema/types.gen.ts'
import { ActionList } from '../shared/links/action-list.tsx'
import { EmailText } from '../shared/links/email-text.tsx'
import { Icon } from '../shared/icon.tsx'
import { preventRangeBreaks } from '../shared/text/prevent-range-breaks.tsx'
import { Link } from '../shared/links/link.tsx'
import { Note, TextPart } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'

export function ContactDetails(block: ContactDetailsBlock) {
  const { heading, lead, phone, email, address, hours, area, note, actions } = block
  return (
    <Section block={block} heading={heading} lead={lead}>
      <ul className="contact-links">
        {phone && (
          <li data-placeholder={phone.placeholder || undefined}>
            <Icon name="phone" size={24} />
            <Link href={phone.href}>{phone.text}</Link>
          </li>
        )}
        {email && (
          <li data-placeholder={email.placeholder || undefined}>
            <Icon name="mail" size={24} />
            <Link href={email.href}>
              <EmailText text={email.text} />
            </Link>
          </li>
        )}
        {address && (
          <li>
            <Icon name="map-pin" size={24} />
            <address>{preventRangeBreaks(address)}</address>
          </li>
        )}
      </ul>
      {hours && (
        <dl className="contact-hours">
          {hours.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{preventRangeBreaks(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <TextPart nodes={area} />
      <ActionList actions={actions} />
      <Note nodes={note} />
    </Section>
  )
}
