import { getBasePath } from '../../renderer/routes.ts'
import { getThemeColors } from '../../renderer/theme-colors.ts'
import type { SiteData } from '../../schema/page-data.ts'

/**
 * Generates the web app manifest, with which a phone adds the site to its home screen.
 * https://www.w3.org/TR/appmanifest/
 */
export function generateWebManifest(site: SiteData): string {
  const base = getBasePath(site)
  const { ground } = getThemeColors(site).light
  const manifest = {
    id: `${base}/`,
    name: site.name,
    short_name: shortenName(site.name),
    lang: site.language,
    start_url: `${base}/`,
    scope: `${base}/`,
    // The site has no back button of its own.
    display: 'minimal-ui',
    background_color: ground,
    theme_color: ground,
    icons: [
      { src: `${base}/favicon.svg`, type: 'image/svg+xml', sizes: 'any' },
      { src: `${base}/icon-192.png`, type: 'image/png', sizes: '192x192' },
      { src: `${base}/icon-512.png`, type: 'image/png', sizes: '512x512' },
      {
        src: `${base}/icon-maskable-512.png`,
        type: 'image/png',
        sizes: '512x512',
        purpose: 'maskable',
      },
    ],
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

/** @returns As many words of a name as fit under an icon, but at least the first. */
function shortenName(name: string): string {
  const [first = '', ...rest] = name.split(/\s+/)
  const maxLength = 13
  let short = first
  for (const word of rest) {
    if (`${short} ${word}`.length > maxLength) break
    short += ` ${word}`
  }
  return short
}
