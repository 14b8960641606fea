import type { PageData, SiteData } from '../schema/page-data.ts'
import { notFoundRoute } from './routes.ts'

/** Pixels; the size that every network shows whole. */
export const imageWidth = 1200
export const imageHeight = 630

/** Where the picture of a shared page lies: /pricing → /og/pricing.png. Nobody shares a page that does not exist. */
export function shareImageUrlOf(route: string): string | undefined {
  if (route === notFoundRoute) return undefined
  return `/og${route === '/' ? '/index' : route}.png`
}

/** The picture's words in one line, for those who cannot see it. */
export const describeShareImage = (page: PageData, site: SiteData): string => `${headingOf(page)} – ${site.name}`

/** The main heading of a page; the title up to its first separator where there is none. */
export function headingOf({ blocks, head }: PageData): string {
  for (const block of blocks) if (block.type === 'hero' || block.type === 'article-header') return block.heading
  return head.title.split(/ [|–—] /)[0]!
}
