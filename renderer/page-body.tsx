import { BookingRoutesContext } from '../blocks/shared/links/link-event.ts'
import type { PageData, SiteData } from '../schema/page-data.ts'
import { Blocks } from './blocks.tsx'
import { Footer } from './shell/footer.tsx'
import { Header } from './shell/header.tsx'
import { getPath } from './routes.ts'
import { PrintedAddress } from './printed-address.tsx'
import { PhoneBar } from './shell/phone-bar.tsx'
import { Notifications } from './shell/notifications.tsx'
import { OfflineNote } from './shell/offline-note.tsx'

/** The content of the root element: the shell around the page's blocks. */
export function PageBody({ page, site }: { page: PageData; site: SiteData }) {
  const path = getPath(page.route, site)
  return (
    <BookingRoutesContext value={site.bookingRoutes}>
      <a className="skip-link" href="#main">
        {site.words.skip}
      </a>
      <Header site={site} path={path} otherLanguages={page.otherLanguages} />
      <main id="main" key={page.route} data-kind={page.kind}>
        <Blocks blocks={page.blocks} />
      </main>
      <PrintedAddress page={page} />
      <Footer site={site} />
      <PhoneBar site={site} path={path} />
      <OfflineNote site={site} />
      <Notifications words={site.words} />
    </BookingRoutesContext>
  )
}
