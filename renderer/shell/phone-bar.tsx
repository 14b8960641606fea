import { Icon } from '../../blocks/shared/icon.tsx'
import { Link } from '../../blocks/shared/links/link.tsx'
import { appendChoice } from '../../blocks/shared/request/append-choice.ts'
import { fillIn } from '../../blocks/shared/text/fill-in.ts'
import type { PageData, SiteData } from '../../schema/page-data.ts'
import { toRoute } from '../routes.ts'

type BarAction = NonNullable<PageData['action']>
type Props = { site: SiteData; path: string; action?: BarAction }

/**
 * A bar with the two main actions at the bottom of small screens. `shell.css` hides it while the
 * buttons of the hero are in sight: see `watch-hero-buttons.ts`. It does not link to its own page, and
 * calls with one button.
 * @param path the path of the page, see `getPath`
 * @param action the page's own; that of the header by default
 */
export function PhoneBar({ site, path, action = site.header.action }: Props) {
  const { phone, words } = site
  return (
    <nav className="phone-bar" aria-label={words.quickActions}>
      <Link
        className="button secondary"
        href={phone.href}
        aria-label={fillIn(words.callNumber, { phone: phone.text })}
      >
        <Icon name="phone" size={20} />
        <span>{words.call}</span>
      </Link>
      {action && action.href !== phone.href && !isLinkTo(action, path) && (
        <Link className="button primary" href={appendChoice(action.href, action.choice)}>
          <span>{action.label}</span>
        </Link>
      )}
    </nav>
  )
}

/** Whether a link leads to the page itself, or to an anchor on it. */
export const isLinkTo = (action: BarAction | undefined, path: string): boolean =>
  action !== undefined && toRoute(action.href.replace(/[?#].*/, '')) === path

/**
 * The note for a visitor who follows a link while offline. The stylesheet shows it while the
 * document has `data-busy="offline"`, so that it works before hydration.
 */
export function OfflineNote({ site: { phone, words } }: { site: SiteData }) {
  return (
    <div className="offline-note" role="alert">
      <p>{words.offline}</p>
      <Link className="button secondary" href={phone.href}>
        <Icon name="phone" size={20} />
        <span>{fillIn(words.callNumber, { phone: phone.text })}</span>
      </Link>
    </div>
  )
}
