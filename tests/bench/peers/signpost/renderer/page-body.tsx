import type { ComponentType } from 'react'
import { registry } from '../blocks/registry.gen.ts'
import type { PageData, SiteData } from '../schema/page-data.ts'
import type { Block } from '../schema/types.gen.ts'
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

export const Blocks = ({ blocks }: { blocks: Block[] }) =>
  blocks.map((block, index) => {
    const Component = registry[block.type] as ComponentType<Block>
    return <Component key={index} {...block} />
  })
