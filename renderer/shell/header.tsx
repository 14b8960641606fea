import { Icon } from '../../blocks/shared/icon.tsx'
import { appendChoice } from '../../blocks/shared/request/append-choice.ts'
import { Link } from '../../blocks/shared/links/link.tsx'
import { LogoMark } from './logo-mark.tsx'
import { getBasePath, toRoute } from '../routes.ts'
import type { Menu, PageData, SiteData } from '../../schema/page-data.ts'

/**
 * The header. The HTML has a single navigation, which is a popover on narrow screens and a row of
 * menus on wide ones. Both work without JavaScript: the menus open on hover and on focus, and are
 * an accordion in the popover.
 * @param path the path of the page, see `getPath`
 */
export function Header({
  site,
  path,
  otherLanguages,
}: Pick<PageData, 'otherLanguages'> & { site: SiteData; path: string }) {
  const { header, words } = site
  return (
    <header className="site-header">
      <div className="site-header-bar">
        <Logo site={site} path={path} />
        <nav id="site-menu" className="site-menu" popover="auto" aria-label={words.mainMenu}>
          <ul className="menus">
            {header.menus.map((menu) => (
              <MenuEntry key={menu.label} menu={menu} path={path} />
            ))}
          </ul>
          <HeaderBadge badge={header.badge} />
        </nav>
        {/* Where the header has room for it. Narrower screens have it in the menu. */}
        <HeaderBadge badge={header.badge} />
        {/* Not in the menu: who doesn't read the language of the page may not open it. */}
        {otherLanguages?.map(({ language, label, href }) => (
          <a
            key={language}
            className="header-language"
            href={href}
            lang={language}
            hrefLang={language}
          >
            {label}
          </a>
        ))}
        <HeaderPhone site={site} />
        {header.action && toRoute(header.action.href) !== path && (
          <Link
            className="button primary header-action"
            href={appendChoice(header.action.href, header.action.choice)}
          >
            {header.action.label}
          </Link>
        )}
        <button className="menu-button" type="button" popoverTarget="site-menu" data-wake="">
          <span className="menu-open">
            <Icon name="menu" size={24} />
            {words.menu}
          </span>
          <span className="menu-close">
            <Icon name="x" size={24} />
            {words.closeMenu}
          </span>
        </button>
      </div>
    </header>
  )
}

/** The header of a page with a minimal shell: who it is, and how to call. */
export const MinimalHeader = ({ site }: { site: SiteData }) => (
  <header className="site-header minimal">
    <div className="site-header-bar">
      <Logo site={site} />
      <HeaderPhone site={site} />
    </div>
  </header>
)

function Logo({ site, path }: { site: SiteData; path?: string }) {
  const { text, tagline } = site.logo
  const home = `${getBasePath(site)}/`
  return (
    <a className="logo" href={home} aria-current={path === toRoute(home) ? 'page' : undefined}>
      <LogoMark site={site} />
      <span className="logo-name">
        <span className="logo-text">{text}</span>
        {tagline && <span className="logo-tagline">{tagline}</span>}
      </span>
    </a>
  )
}

const HeaderBadge = ({ badge }: { badge: SiteData['header']['badge'] }) =>
  badge && (
    <Link className="header-badge" href={badge.href} title={badge.label}>
      <Icon name="badge-check" size={20} />
      <span>{badge.label}</span>
    </Link>
  )

const HeaderPhone = ({ site: { phone } }: { site: SiteData }) => (
  <Link className="header-phone" href={phone.href}>
    <Icon name="phone" size={20} />
    <span>{phone.text}</span>
  </Link>
)

function MenuEntry({ menu: { label, href, items }, path }: { menu: Menu; path: string }) {
  const getAriaCurrent = (address?: string) =>
    address !== undefined && toRoute(address) === path ? 'page' : undefined
  if (!items) {
    return (
      <li className="menu">
        <Link className="menu-label" href={href} aria-current={getAriaCurrent(href)}>
          {label}
        </Link>
      </li>
    )
  }
  return (
    <li className="menu has-items">
      {href ? (
        <Link className="menu-label" href={href} aria-current={getAriaCurrent(href)}>
          {label}
          <Icon name="chevron-down" size={16} />
        </Link>
      ) : (
        // A label without a page must be focusable, to open its menu with the keyboard.
        <button className="menu-label" type="button">
          {label}
          <Icon name="chevron-down" size={16} />
        </button>
      )}
      {/* An accordion on narrow screens; on wide ones, the label above opens the list. */}
      <details name="menu" open={items.some((item) => getAriaCurrent(item.href))}>
        <summary className="menu-summary">
          {label}
          <Icon name="chevron-down" size={20} />
        </summary>
        <ul className="menu-items">
          {href !== undefined && items.every((item) => item.href !== href) && (
            <li className="menu-page">
              <Link href={href} aria-current={getAriaCurrent(href)}>
                {label}
              </Link>
            </li>
          )}
          {items.map((item) => (
            <li key={item.href}>
              <Link href={item.href} aria-current={getAriaCurrent(item.href)}>
                {item.label}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}
