import type { PageData, SiteData } from '../schema/page-data.ts'
import { notFoundRoute } from './routes.ts'

/** In pixels; the size that all social networks show uncropped. */
export const shareImageWidth = 1200
export const shareImageHeight = 630

/** Returns the path of a page's generated share image: `/pricing` → `/og/pricing.png`. */
export const getDrawnShareImagePath = (route: string): string =>
  `/og${route === '/' ? '/index' : route}.png`

/** Returns the share image of a page, if it has one. The not-found page has none. */
export function getShareImage(
  page: PageData,
  { shareImages = 'drawn', name, origin }: SiteData,
): { url: string; alt: string; size?: { width: number; height: number } } | undefined {
  if (page.route === notFoundRoute || shareImages === 'none') return undefined
  if (shareImages !== 'drawn') return { url: origin + shareImages, alt: name }
  return {
    url: origin + getDrawnShareImagePath(page.route),
    alt: `${getPageHeading(page)} – ${name}`,
    size: { width: shareImageWidth, height: shareImageHeight },
  }
}

/** Returns the main heading of a page or, without one, the title up to its first separator. */
export function getPageHeading({ blocks, head }: PageData): string {
  for (const block of blocks)
    if (block.type === 'hero' || block.type === 'article-header') return block.heading
  return head.title.split(/ [|–—] /)[0]!
}
