/**
 * What the stages hand to the renderer and, as JSON, to the browser. Everything here is resolved:
 * facts are printed, Markdown is parsed, bare `tel:` and `mailto:` carry the site's own address.
 */
import type {
  Action,
  ArticleSummary,
  Block,
  BusinessSettings,
  CityFacts,
  IconName,
  SiteSettings,
  VerifiedBadgeData,
} from './types.gen.ts'
import type { ResolvedTheme } from './resolve/theme.ts'

/** A fact as a page prints it. `text` has its unit; the numbers are for structured data. */
export type Fact = {
  text: string
  unit: string
  value?: number
  min?: number
  max?: number
}

/** Markdown after parsing. There is no node for raw HTML, so none can reach a page. */
export type RichText = RichNode[]
export type RichNode =
  | string
  | { t: 'p' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'h2' | 'h3'; c: RichNode[] }
  | { t: 'a'; href: string; c: RichNode[] }
  | { t: 'br' }

/** The circle that is served: degrees, and a length in its own unit. */
export type MapArea = { latitude: number; longitude: number; radius: number; unit: 'miles' | 'km' }

/** Where a text begins, is centered or ends, on its base line. */
export type MapLabel = { x: number; y: number; anchor: 'start' | 'middle' | 'end' }

/** A town on a map. `where` is center for the place in the middle; `turn` is there for an arrow at the edge: degrees clockwise from the east. */
export type MapMark = {
  name: string
  href?: string
  distance?: string
  x: number
  y: number
  where: 'center' | 'inside' | 'beyond'
  turn?: number
  label: MapLabel
}

/** A map, ready to be drawn in a square of `side` units, north up. */
export type MapDrawing = {
  side: number
  /** Azimuthal equidistant: `scale` is units of the drawing for each mile or kilometer; `center` is the middle of the square. */
  projection: {
    latitude: number
    longitude: number
    center: number
    scale: number
    earthRadius: number
    unit: MapArea['unit']
  }
  /** How far from the edge an arrow stands that points beyond it. */
  inset: number
  /** Path data of the lines between counties, and of those between states, where they are known. */
  counties?: string
  states?: string
  /** From the smallest to the circle itself. */
  rings: { radius: number; text: string; label: MapLabel }[]
  /** Its right end, its length and what that stands for. */
  bar: { x: number; y: number; length: number; text: string }
  /** The nearest first. */
  marks: MapMark[]
}

/** A picture in public/, measured. */
export type PictureFile = {
  /** Its address: /people/name.jpg. */
  src: string
  /** Pixels, upright. */
  width: number
  height: number
  /** The smaller copies: `${base}-${width}.avif` and `.webp`. None of a drawing (SVG) or of what moves. */
  copies?: { base: string; widths: number[] }
  /** A css background that stands for it until it is there: a few pixels of it, or its main color. */
  blur?: string
}

export type Crumb = { label: string; href?: string }

/** A link to the business itself; a placeholder is listed before publishing. */
export type ContactLink = { text: string; href: string; placeholder?: boolean }

type PageHeadData = {
  title: string
  description: string
  /** Absolute. */
  canonical: string
  /** Left out when the page may be indexed. */
  robots?: string
  /** The path of the Atom feed that lists this article, or the articles that this page lists. */
  feed?: string
}

/**
 * The scripts that a page's blocks need in the browser. The keys `early`, `found` and `wakes` are
 * part of the format of `page.json`, so they keep these names.
 */
export type ClientScripts = {
  /** Types of the live blocks: the application loads when the visitor interacts with one. */
  live: string[]
  /** Names of the eager scripts, which load with the page. */
  early: string[]
  /** Name of the follow-up script, which loads once the visitor's location is known. */
  found?: string
  /**
   * Query parameters that load the application right after the first paint; an empty name loads it
   * for any URL.
   */
  wakes: string[]
}

/** One page, ready to render; the same object is written to `<route>/page.json`. */
export type PageData = {
  route: string
  kind: string
  browser: ClientScripts
  head: PageHeadData
  /** schema.org objects; filled by the renderer's `addJsonLd`. */
  jsonLd: object[]
  breadcrumbs: Crumb[]
  /** Only on a page that is an article. */
  article?: ArticleSummary
  blocks: Block[]
}

/** The service a page sells, with its price resolved. */
export type Service = { name: string; description?: string; price?: Fact; area?: string }

/** A page with what structured data and the sitemap need and the browser does not. */
export type BuiltPage = {
  data: PageData
  meta: {
    service?: Service
    city?: CityFacts
    /** The page describes the business as a whole, as its author says. */
    business: boolean
    /** In place of the business's own. */
    priceRange?: string
    /** Declared so that links may lead to it, and not written yet. */
    planned: boolean
    /** False for a page that is `noindex` or only planned: it stays out of the sitemap. */
    indexed: boolean
    /** A hash of everything the page prints; the date of its last change is recorded with it. Empty where no dates are. */
    contentHash: string
    /** ISO date of the last recorded change of the content, when one is recorded. */
    lastmod?: string
  }
}

export type Menu = { label: string; href?: string; items?: { label: string; href: string }[] }

/** What every page shares; written once, to `/site.json`. */
export type SiteData = {
  name: string
  language: string
  origin: string
  logo: { text: string; tagline?: string }
  phone: ContactLink
  email: ContactLink
  /** The routes of pages on which visitors book. */
  bookingRoutes: string[]
  /** Who is told of visits; nobody when undefined. */
  measuring?: AnalyticsSettings
  /** The design's own when undefined. */
  theme?: ResolvedTheme
  /** false: no page loads a script. */
  application?: boolean
  /** Addresses for others end with a slash. */
  trailingSlash?: boolean
  /** drawn, none, or the path of the one picture of all pages; drawn when undefined. */
  shareImages?: string
  /** drawn when undefined. */
  icons?: 'drawn' | 'none'
  header: { menus: Menu[]; badge?: { label: string; href: string }; action?: Action }
  footer: {
    profile?: {
      heading: string
      name: string
      text: string
      photo?: PictureFile
      badge?: VerifiedBadgeData
      placeholder?: boolean
    }
    groups: { heading: string; items: { label: string; href?: string }[] }[]
    badges: { icon: IconName; label: string }[]
    legal: string
  }
}

export type AnalyticsSettings = NonNullable<SiteSettings['measuring']>

export type Alias = { from: string; to: string }

/** A whole site after all stages. `site` is undefined only when its settings have errors. */
export type LoadedSite = {
  site: SiteData | undefined
  business: BusinessSettings | undefined
  pages: BuiltPage[]
  notFound: PageData | undefined
  aliases: Alias[]
}
