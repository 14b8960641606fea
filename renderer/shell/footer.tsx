import { Icon } from '../../blocks/shared/icon.tsx'
import { EmailText } from '../../blocks/shared/links/email-text.tsx'
import { Link } from '../../blocks/shared/links/link.tsx'
import { Portrait, VerifiedBadge } from '../../blocks/shared/portrait.tsx'
import { preventRangeBreaks } from '../../blocks/shared/text/prevent-range-breaks.tsx'
import { LogoMark } from './logo-mark.tsx'
import type { SiteData } from '../../schema/page-data.ts'

/** The footer: profile, contact links, link groups, trust badges and legal text. */
export function Footer({ site }: { site: SiteData }) {
  const { profile, groups = [], badges, legal } = site.footer
  return (
    <footer className="site-footer">
      <div className="site-footer-columns">
        {profile && <FooterProfile profile={profile} />}
        <div className="footer-group">
          <h2>{site.words.contact}</h2>
          <ul>
            <li>
              <Link href={site.phone.href}>{site.phone.text}</Link>
            </li>
            <li>
              <Link href={site.email.href}>
                <EmailText text={site.email.text} />
              </Link>
            </li>
            {site.address && <li>{preventRangeBreaks(site.address)}</li>}
            {site.profiles?.map(({ label, href }) => (
              <li key={href}>
                <Link href={href}>{label}</Link>
              </li>
            ))}
          </ul>
        </div>
        {groups.map(({ heading, items }) => (
          <div className="footer-group" key={heading}>
            <h2>{heading}</h2>
            <ul>
              {items.map(({ label, href }) => (
                <li key={label}>{href ? <Link href={href}>{label}</Link> : label}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {badges.length > 0 && (
        <ul className="footer-badges">
          {badges.map(({ icon, label }) => (
            <li key={label}>
              <Icon name={icon} size={24} />
              <span>{label}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="footer-legal">
        <LogoMark site={site} />
        {legal}
      </p>
    </footer>
  )
}

/** The footer of a page with a minimal shell: what the law and the rules for ads require. */
export function MinimalFooter({ site: { name, address, footer } }: { site: SiteData }) {
  const links = footer.groups.flatMap(({ items }) => items.filter(({ isLegal }) => isLegal))
  return (
    <footer className="site-footer minimal">
      <p>{[name, address].filter(Boolean).join(', ')}</p>
      {links.length > 0 && (
        <ul className="footer-links">
          {links.map(({ label, href }) => (
            <li key={label}>
              <Link href={href}>{label}</Link>
            </li>
          ))}
        </ul>
      )}
      <p>{footer.legal}</p>
    </footer>
  )
}

function FooterProfile({ profile }: { profile: NonNullable<SiteData['footer']['profile']> }) {
  const { heading, name, text, photo, icon, badge, placeholder } = profile
  return (
    <div className="footer-profile" data-placeholder={placeholder || undefined}>
      <h2>{heading}</h2>
      <div className="footer-person">
        <Portrait name={name} photo={photo} icon={icon} size="medium" />
        <div>
          <strong>{name}</strong>
          {badge && <VerifiedBadge {...badge} />}
        </div>
      </div>
      <p>{text}</p>
    </div>
  )
}
