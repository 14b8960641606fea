import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getDrawnShareImagePath, getPageHeading } from '../../renderer/share-image.ts'
import { getThemeColors } from '../../renderer/theme-colors.ts'
import { memoizeOnDisk } from '../../schema/source/file-cache.ts'
import type { BuiltPage, PictureFile, SiteData } from '../../schema/page-data.ts'
import { getImageVersion } from './image-version.ts'
import { drawFavicon, drawIcon, renderIcon, encodeIco, type IconBackground } from './icons.ts'
import { listResizedPictures } from './resized-pictures.ts'
import { drawShareImage, type ShareCard } from './share-image.ts'
import { generateWebManifest } from './web-manifest.ts'
import { type DerivedFile } from './derived-file.ts'

/** The sorts of files in the cache. */
export const imageCacheNames = ['og', 'icons', 'pictures', 'picture-infos']

/** A page's picture: the page's route, and what it shows. */
export type PageShareCard = { route: string; card: ShareCard }

type SiteImagesInput = {
  /** The site's folder. */
  dir: string
  site: SiteData
  cards: PageShareCard[]
  pictures: PictureFile[]
  publicFiles: Set<string>
  /** Told of each file that is not in the cache. */
  onCacheMiss?: (path: string) => void
}

/** Every file that is drawn for a site. None is drawn before it is asked for, and each only once by its content. */
export function listDerivedFiles(input: SiteImagesInput): DerivedFile[] {
  const { publicFiles, site } = input
  const icons = site.icons === 'none' ? [] : listIcons(input)
  // A site's own icon takes the place of the drawn one.
  return [...icons.filter(({ path }) => !publicFiles.has(path)), ...listPageImages(input)]
}

/** Those of pages: the pictures that are shown where they are shared, and copies of those that they show. */
export const listPageImages = (
  input: Pick<SiteImagesInput, 'dir' | 'cards' | 'pictures' | 'onCacheMiss'>,
): DerivedFile[] => [
  ...input.cards.map((card) => toShareImageFile(card, input)),
  ...listResizedPictures(input),
]

/** Whether each page has a picture of its own. */
export const hasGeneratedShareImages = ({ shareImages = 'drawn' }: SiteData) =>
  shareImages === 'drawn'

/** What the picture of a page shows. */
export function createShareCard(
  { data, meta: { service, city } }: BuiltPage,
  site: SiteData,
): ShareCard {
  const kind = service?.name ?? data.article?.category ?? (city && `${city.name}, ${city.region}`)
  return {
    heading: getPageHeading(data),
    name: site.name,
    host: new URL(site.origin).host.replace(/^www\./, ''),
    ...(kind !== undefined && {
      offer: { name: kind, ...(service?.price && { price: service.price.text }) },
    }),
    colors: getThemeColors(site).light,
  }
}

function toShareImageFile(
  { route, card }: PageShareCard,
  { onCacheMiss }: Pick<SiteImagesInput, 'onCacheMiss'>,
): DerivedFile {
  const path = getDrawnShareImagePath(route)
  return { path, draw: () => drawCached('og', path, card, () => drawShareImage(card), onCacheMiss) }
}

function listIcons({ dir, site, publicFiles, onCacheMiss }: SiteImagesInput): DerivedFile[] {
  // A site that has an icon of its own wants it in every size.
  const ownIconPath = publicFiles.has('/favicon.svg') ? join(dir, 'public/favicon.svg') : undefined
  const png = (
    path: string,
    size: number,
    ground: IconBackground,
    wrap = (bytes: Uint8Array) => bytes,
  ): DerivedFile => ({
    path,
    draw: async () => {
      const source = ownIconPath && (await readFile(ownIconPath, 'utf8'))
      const key = { source: source ?? [site.name, getThemeColors(site)], path }
      return drawCached(
        'icons',
        path,
        key,
        async () => wrap(await renderIcon(source ?? (await drawIcon(site, ground)), size)),
        onCacheMiss,
      )
    },
  })
  return [
    {
      path: '/favicon.svg',
      draw: () =>
        drawCached(
          'icons',
          '/favicon.svg',
          [site.name, getThemeColors(site)],
          async () => Buffer.from(await drawFavicon(site)),
          onCacheMiss,
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

async function drawCached(
  sort: string,
  path: string,
  input: unknown,
  make: () => Promise<Uint8Array>,
  onDraw?: (path: string) => void,
): Promise<Uint8Array> {
  return memoizeOnDisk(sort, JSON.stringify([getImageVersion(), input]), () => {
    onDraw?.(path)
    return make()
  })
}
