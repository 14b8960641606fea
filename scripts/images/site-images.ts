import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawnImageUrlOf, headingOf } from '../../renderer/share-image-of.ts'
import { themeOf } from '../../renderer/theme-of.ts'
import { cached } from '../../schema/file-cache.ts'
import type { BuiltPage, PictureFile, SiteData } from '../../schema/page-data.ts'
import { drawingVersion } from './drawing-version.ts'
import { drawFavicon, drawIcon, renderIcon, wrapIco, type IconGround } from './icons.ts'
import { listCopies } from './picture-copies.ts'
import { drawShareImage, type Card } from './share-image.ts'
import { writeManifest } from './web-manifest.ts'

/** A file that is drawn: its address, and how it is made. */
export type DrawnFile = { path: string; draw: () => Promise<string | Uint8Array> }

/** The sorts of files in the cache. */
export const drawnSorts = ['og', 'icons', 'pictures', 'picture-infos']

/** A page's picture: the page's route, and what it shows. */
export type PageCard = { route: string; card: Card }

type Input = {
  /** The site's folder. */
  dir: string
  site: SiteData
  cards: PageCard[]
  pictures: PictureFile[]
  publicFiles: Set<string>
  /** Told of each file that is not in the cache. */
  onDraw?: (path: string) => void
}

/** Every file that is drawn for a site. None is drawn before it is asked for, and each only once by its content. */
export function listDrawnFiles(input: Input): DrawnFile[] {
  const { publicFiles, site } = input
  const icons = site.icons === 'none' ? [] : listIcons(input)
  // A site's own icon takes the place of the drawn one.
  return [...icons.filter(({ path }) => !publicFiles.has(path)), ...listPageDrawings(input)]
}

/** Those of pages: the pictures that are shown where they are shared, and copies of those that they show. */
export const listPageDrawings = (
  input: Pick<Input, 'dir' | 'cards' | 'pictures' | 'onDraw'>,
): DrawnFile[] => [...input.cards.map((card) => drawnShareImage(card, input)), ...listCopies(input)]

/** Whether each page has a picture of its own. */
export const drawsCards = ({ shareImages = 'drawn' }: SiteData) => shareImages === 'drawn'

/** What the picture of a page shows. */
export function cardOf({ data, meta: { service, city } }: BuiltPage, site: SiteData): Card {
  const kind = service?.name ?? data.article?.category ?? (city && `${city.name}, ${city.region}`)
  return {
    heading: headingOf(data),
    name: site.name,
    host: new URL(site.origin).host.replace(/^www\./, ''),
    ...(kind !== undefined && {
      offer: { name: kind, ...(service?.price && { price: service.price.text }) },
    }),
    colors: themeOf(site).light,
  }
}

function drawnShareImage({ route, card }: PageCard, { onDraw }: Pick<Input, 'onDraw'>): DrawnFile {
  const path = drawnImageUrlOf(route)
  return { path, draw: () => drawOnce('og', path, card, () => drawShareImage(card), onDraw) }
}

function listIcons({ dir, site, publicFiles, onDraw }: Input): DrawnFile[] {
  // A site that has an icon of its own wants it in every size.
  const own = publicFiles.has('/favicon.svg') ? join(dir, 'public/favicon.svg') : undefined
  const png = (
    path: string,
    side: number,
    ground: IconGround,
    wrap = (bytes: Uint8Array) => bytes,
  ): DrawnFile => ({
    path,
    draw: async () => {
      const source = own && (await readFile(own, 'utf8'))
      const key = { source: source ?? [site.name, themeOf(site)], path }
      return drawOnce(
        'icons',
        path,
        key,
        async () => wrap(await renderIcon(source ?? (await drawIcon(site, ground)), side)),
        onDraw,
      )
    },
  })
  return [
    {
      path: '/favicon.svg',
      draw: () =>
        drawOnce(
          'icons',
          '/favicon.svg',
          [site.name, themeOf(site)],
          async () => Buffer.from(await drawFavicon(site)),
          onDraw,
        ),
    },
    png('/favicon.ico', 32, 'none', (bytes) => wrapIco(bytes, 32)),
    png('/apple-touch-icon.png', 180, 'page'),
    png('/icon-192.png', 192, 'none'),
    png('/icon-512.png', 512, 'none'),
    png('/icon-maskable-512.png', 512, 'accent'),
    { path: '/site.webmanifest', draw: async () => writeManifest(site) },
  ]
}

async function drawOnce(
  sort: string,
  path: string,
  input: unknown,
  make: () => Promise<Uint8Array>,
  onDraw?: (path: string) => void,
): Promise<Uint8Array> {
  return cached(sort, JSON.stringify([drawingVersion(), input]), () => {
    onDraw?.(path)
    return make()
  })
}
