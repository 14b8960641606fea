import { Suspense, type ComponentType } from 'react'
import { registry } from '../blocks/registry.gen.ts'
import { BookingRoutesContext } from '../blocks/shared/links/link-event.ts'
import { TextPart } from '../blocks/shared/text/rich-text.tsx'
import type { PageData, SiteData } from '../schema/page-data.ts'
import type { Block } from '../schema/types.gen.ts'
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

/**
 * Renders the blocks of a page with the component of each block's type. Nothing suspends: the
 * boundaries let React hydrate blocks one by one, starting with the one that the visitor uses.
 * @param props.isPlain omits the boundaries, for pages that are never hydrated
 */
export function Blocks({ blocks, isPlain = false }: { blocks: Block[]; isPlain?: boolean }) {
  return blocks.map((block, index) => {
    // TypeScript cannot infer from the lookup that the component matches the block's type.
    const Component = registry[block.type] as ComponentType<Block> | undefined
    // An unknown type can only occur in development; a build reports it as an error.
    if (!Component) return null
    return isPlain ? (
      <Component key={index} {...block} />
    ) : (
      <Suspense key={index}>
        <Component {...block} />
      </Suspense>
    )
  })
}
