import { Icon } from '../../blocks/shared/icon.tsx'
import { Link } from '../../blocks/shared/links/link.tsx'
import type { SiteData } from '../../schema/page-data.ts'

/** A bar with the two main actions at the bottom of small screens. */
export function PhoneBar({ site: { phone, header } }: { site: SiteData }) {
  return (
    <nav className="phone-bar" aria-label="Quick actions">
      <Link className="button secondary" href={phone.href} aria-label={`Call ${phone.text}`}>
        <Icon name="phone" size={20} />
        <span>Call</span>
      </Link>
      {header.action && (
        <Link className="button primary" href={header.action.href}>
          <span>{header.action.label}</span>
        </Link>
      )}
    </nav>
  )
}
