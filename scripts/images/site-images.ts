import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getBasePath } from '../../renderer/routes.ts'
import { getDrawnShareImagePath, getPageHeading } from '../../renderer/share-image.ts'
import { getThemeColors } from '../../renderer/theme-colors.ts'
import { ownFontCache, type PublishedFont } from '../../schema/theme/read-own-fonts.ts'
import { countCreatedFiles, memoizeOnDisk } from '../../schema/util/file-cache.ts'
import type { ResolvedPage } from '../../schema/resolve/page/page-types.ts'
import type { PictureFile, SiteData } from '../../schema/page-data.ts'
import { getPageSeal, hasSeals } from '../../schema/resolve/page/page-seal.ts'
import { getImageVersion } from './image-version.ts'
import { drawFavicon, drawIcon, renderIcon, encodeIco, type IconBackground } from './icons.ts'
import { listResizedPictures } from './resized-pictures.ts'
import { drawShareImage } from './share-image.ts'
import type { ShareCard } from './layout-card.ts'
import type { DerivedFile } from './derived-file.ts'

/** The names of the caches of images and of the site's own fonts. */
export const imageCacheNames = ['og', 'icons', 'pictures', 'picture-infos', ownFontCache]

/** The number of images that this process has drawn because they were not cached. */
export const countDrawnImages = (): number =>
  ['og', 'icons', 'pictures'].reduce((sum, name) => sum + countCreatedFiles(name), 0)

/** The share image of a page. */
type PageShareCard = { route: string; card: ShareCard }

type SiteImagesInput = {
  /** The site's folder. */
  dir: string
  site: SiteData
  cards: PageShareCard[]
  pictures: PictureFile[]
  fonts: PublishedFont[]
  publicFiles: Set<string>
}

/** Lists all derived files of a site. Each is drawn on demand and cached. */
export function listDerivedFiles(input: SiteImagesInput): DerivedFile[] {
  const { publicFiles, site } = input
  const icons = site.icons === 'none' ? [] : listIcons(input)
  const fonts = input.fonts.map(({ path, cut }) => ({ path, draw: cut }))
  // The site's own icons in public/ take precedence.
  return [...icons.filter(({ path }) => !publicFiles.has(path)), ...fonts, ...listPageImages(input)]
}

/** Lists the derived files of pages: share images and resized pictures. */
export const listPageImages = (
  input: Pick<SiteImagesInput, 'dir' | 'cards' | 'pictures'>,
): DerivedFile[] => [...input.cards.map(toShareImageFile), ...listResizedPictures(input)]

/** Collects what the images of pages depend on from the records of the pages, by route. */
export function collectPageImages(
  records: ReadonlyMap<string, { result: { shareCard?: ShareCard; pictures: PictureFile[] } }>,
): Pick<SiteImagesInput, 'cards' | 'pictures'> {
  const made = [...records].map(([route, { result }]) => ({ route, ...result }))
  return {
    cards: made.flatMap(({ route, shareCard: card }) => (card ? [{ route, card }] : [])),
    pictures: made.flatMap(({ pictures }) => pictures),
  }
}

/** Whether pages have generated share images. */
export const hasGeneratedShareImages = ({ shareImages = 'drawn' }: SiteData) =>
  shareImages === 'drawn'

type SharedPage = Pick<ResolvedPage, 'data' | 'meta'>

/** Collects what the share image of a page says, besides the name and the host of the site. */
export function getShareTexts({
  data,
  meta: { service, city },
}: SharedPage): Pick<ShareCard, 'heading' | 'offer'> {
  const offer =
    service?.name ??
    data.article?.category ??
    (city && [city.name, city.region].filter(Boolean).join(', '))
  return {
    heading: getPageHeading(data),
    ...(offer !== undefined && {
      offer: {
        name: offer,
        ...(service?.price && {
          price: [service.prefix, service.price.text].filter(Boolean).join(' '),
        }),
      },
    }),
  }
}

/** Collects the content of a page's share image. */
export const createShareCard = (page: SharedPage, site: SiteData): ShareCard => ({
  ...getShareTexts(page),
  name: site.name,
  host: new URL(site.origin).host.replace(/^www\./, '') + getBasePath(site),
  colors: getThemeColors(site).light,
  ...(hasSeals(site) && { seal: getPageSeal(page.data.kind, page.data.route) }),
})

function toShareImageFile({ route, card }: PageShareCard): DerivedFile {
  const inputs = serializeInputs(card)
  return {
    path: getDrawnShareImagePath(route),
    inputs,
    draw: () => memoizeOnDisk('og', inputs, () => drawShareImage(card)),
  }
}

/** Everything that an icon depends on. */
const describeIcon = (site: SiteData) => [
  site.name,
  getThemeColors(site),
  ...(hasSeals(site) ? [] : ['plain']),
]

function listIcons({ dir, site, publicFiles }: SiteImagesInput): DerivedFile[] {
  // If the site has its own SVG icon, all sizes are rendered from it.
  const ownIconPath = publicFiles.has('/favicon.svg') ? join(dir, 'public/favicon.svg') : undefined
  const png = (
    path: string,
    size: number,
    background: IconBackground,
    wrap = (bytes: Uint8Array) => bytes,
  ): DerivedFile => ({
    path,
    draw: async () => {
      const source = ownIconPath && (await readFile(ownIconPath, 'utf8'))
      const key = { source: source ?? describeIcon(site), path }
      return memoizeOnDisk('icons', serializeInputs(key), async () =>
        wrap(await renderIcon(source ?? (await drawIcon(site, background)), size)),
      )
    },
  })
  return [
    {
      path: '/favicon.svg',
      draw: () =>
        memoizeOnDisk('icons', serializeInputs(describeIcon(site)), async () =>
          Buffer.from(await drawFavicon(site)),
        ),
    },
    png('/favicon.ico', 32, 'none', (bytes) => encodeIco(bytes, 32)),
    png('/apple-touch-icon.png', 180, 'page'),
    png('/icon-192.png', 192, 'none'),
    png('/icon-512.png', 512, 'none'),
    png('/icon-maskable-512.png', 512, 'accent'),
    { path: '/site.webmanifest', draw: async () => generateWebManifest(site) },
  ]
}

const serializeInputs = (input: unknown) => JSON.stringify([getImageVersion(), input])

/**
 * Generates the web app manifest, with which a phone adds the site to its home screen.
 * https://www.w3.org/TR/appmanifest/
 */
function generateWebManifest(site: SiteData): string {
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
