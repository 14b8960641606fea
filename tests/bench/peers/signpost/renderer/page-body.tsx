import type { PageData, SiteData } from '../schema/page-data.ts'
import { Blocks } from './blocks.tsx'
import { Footer } from './shell/footer.tsx'
import { Header } from './shell/header.tsx'

export function PageBody({ page, site }: { page: PageData; site: SiteData }) {
  return (
    <>
      <Header site={site} />
      <main>
        <Blocks blocks={page.blocks} />
      </main>
      <Footer site={site} />
    </>
  )
}
