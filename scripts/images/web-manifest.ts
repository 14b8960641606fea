import { getThemeColors } from '../../renderer/theme-colors.ts'
import type { SiteData } from '../../schema/page-data.ts'

/** https://www.w3.org/TR/appmanifest/: what a telephone needs to put the site on its home screen. */
export function generateWebManifest(site: SiteData): string {
  const { ground } = getThemeColors(site).light
  const manifest = {
    id: '/',
    name: site.name,
    short_name: shortenName(site.name),
    lang: site.language,
    start_url: '/',
    scope: '/',
    // The site needs the browser's way back.
    display: 'minimal-ui',
    background_color: ground,
    theme_color: ground,
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

/** As many words as fit under an icon; the first where none does. */
function shortenName(name: string): string {
  const [first = '', ...rest] = name.split(/\s+/)
  const room = 13
  let short = first
  for (const word of rest) {
    if (`${short} ${word}`.length > room) break
    short += ` ${word}`
  }
  return short
}
