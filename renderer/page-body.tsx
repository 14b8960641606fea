import { BookingRoutesContext } from '../blocks/shared/links/link-event.ts'
import { TextPart } from '../blocks/shared/text/rich-text.tsx'
import type { PageData, SiteData } from '../schema/page-data.ts'
import { Blocks } from './blocks.tsx'
import { Footer, MinimalFooter } from './shell/footer.tsx'
import { Header, MinimalHeader } from './shell/header.tsx'
import { Notifications } from './shell/notifications.tsx'
import { OfflineNote, PhoneBar } from './shell/phone-bar.tsx'
import { getPath } from './routes.ts'
import { PrintedAddress } from './printed-address.tsx'

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
      {page.notices && (
        <div className="site-notices" role="note">
          {page.notices.map((text, index) => (
            <TextPart key={index} nodes={text} />
          ))}
        </div>
      )}
      <main id="main" key={page.route} data-kind={page.kind}>
        <Blocks blocks={page.blocks} />
      </main>
      <PrintedAddress page={page} />
      {isMinimal ? <MinimalFooter site={site} /> : <Footer site={site} />}
      <PhoneBar site={site} path={path} action={page.action} />
      <OfflineNote site={site} />
      <Notifications words={site.words} />
    </BookingRoutesContext>
  )
}
