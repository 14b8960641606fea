import { BookingRoutesContext } from '../blocks/shared/links/link-event.ts'
import type { PageData, SiteData } from '../schema/page-data.ts'
import { Blocks } from './blocks.tsx'
import { Footer, MinimalFooter } from './shell/footer.tsx'
import { Header, MinimalHeader } from './shell/header.tsx'
import { getPath, toRoute } from './routes.ts'
import { PrintedAddress } from './printed-address.tsx'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ShellWords } from '../schema/types.gen.ts'
import { Icon } from '../blocks/shared/icon.tsx'
import {
  getCurrentNotification,
  dismissNotification,
  notificationDurationMs,
  subscribeToNotifications,
} from '../blocks/shared/notification-store.ts'
import { Link } from '../blocks/shared/links/link.tsx'
import { fillIn } from '../blocks/shared/text/fill-in.ts'

/** The content of the root element: the shell around the page's blocks. */
export function PageBody({ page, site }: { page: PageData; site: SiteData }) {
  const path = getPath(page.route, site)
  const isMinimal = page.shell === 'minimal'
  return (
    <BookingRoutesContext value={site.bookingRoutes}>
      <a className="skip-link" href="#main">
        {site.words.skip}
      </a>
      {isMinimal ? (
        <MinimalHeader site={site} />
      ) : (
        <Header site={site} path={path} otherLanguages={page.otherLanguages} />
      )}
      <main id="main" key={page.route} data-kind={page.kind}>
        <Blocks blocks={page.blocks} />
      </main>
      <PrintedAddress page={page} />
      {isMinimal ? <MinimalFooter site={site} /> : <Footer site={site} />}
      <PhoneBar site={site} path={path} />
      <OfflineNote site={site} />
      <Notifications words={site.words} />
    </BookingRoutesContext>
  )
}

/**
 * Shows the notification queue. The live region is always rendered, because screen readers only
 * announce changes of an existing one.
 */
function Notifications({ words }: { words: ShellWords }) {
  const notification = useSyncExternalStore(
    subscribeToNotifications,
    getCurrentNotification,
    () => undefined,
  )
  const previousFocus = useRef<Element>(null)
  useEffect(() => {
    if (!notification) return
    const timer = setTimeout(() => dismissNotification(notification.id), notificationDurationMs)
    return () => clearTimeout(timer)
  }, [notification])
  return (
    <div className="notifications" role="status">
      {notification && (
        <div className="notification" key={notification.id}>
          <p>{notification.text}</p>
          <button
            type="button"
            aria-label={words.dismiss}
            // Remember which element had the focus, to restore it when the button disappears.
            onFocus={({ relatedTarget }) => void (previousFocus.current = relatedTarget)}
            onClick={() => {
              if (previousFocus.current instanceof HTMLElement)
                previousFocus.current.focus({ preventScroll: true })
              dismissNotification(notification.id)
            }}
          >
            <Icon name="x" size={20} />
          </button>
        </div>
      )}
    </div>
  )
}

/**
 * The note for a visitor who follows a link while offline. The stylesheet shows it while the
 * document has `data-busy="offline"`, so that it works before hydration.
 */
function OfflineNote({ site: { phone, words } }: { site: SiteData }) {
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

/**
 * A bar with the two main actions at the bottom of small screens. `shell.css` hides it while the
 * buttons of the hero are in sight: see `watch-hero-buttons.ts`. It does not link to its own page.
 * @param path the path of the page, see `getPath`
 */
function PhoneBar({ site, path }: { site: SiteData; path: string }) {
  const { phone, header, words } = site
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
      {header.action && toRoute(header.action.href) !== path && (
        <Link className="button primary" href={header.action.href}>
          <span>{header.action.label}</span>
        </Link>
      )}
    </nav>
  )
}
