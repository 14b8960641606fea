import type { PageData, SiteData } from '../schema/page-data.ts'
import { notFoundRoute } from './routes.ts'

/** Pixels; the size that every network shows whole. */
export const shareImageWidth = 1200
export const shareImageHeight = 630

/** Where the drawn picture of a shared page lies: /pricing → /og/pricing.png. */
export const getDrawnShareImagePath = (route: string): string =>
  `/og${route === '/' ? '/index' : route}.png`

/** The picture of a shared page, as far as it is known. Nobody shares a page that does not exist. */
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

/** The main heading of a page; the title up to its first separator where there is none. */
export function getPageHeading({ blocks, head }: PageData): string {
  for (const block of blocks)
    if (block.type === 'hero' || block.type === 'article-header') return block.heading
  return head.title.split(/ [|–—] /)[0]!
}
