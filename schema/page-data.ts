/**
 * The data that the renderer receives and, as JSON, the browser. Everything is resolved: facts are
 * formatted, Markdown is parsed, and a bare `tel:` or `mailto:` has the site's phone or email.
 */
import type {
  Action,
  AllowedOrigins,
  ArticleSummary,
  Block,
  BusinessSettings,
  CityFacts,
  Navigation,
  ShellWords,
  SiteSettings,
} from './types.gen.ts'
import type { ContactLink, Fact, SpecialHours, RichText } from './resolved-values.ts'

export type * from './resolved-values.ts'

export type Crumb = { label: string; href?: string }

type PageHeadData = {
  title: string
  description: string
  /** Absolute URL. */
  canonical: string
  /**
   * Absolute URLs of the page in each of its languages, including its own. Undefined if it has only
   * one.
   */
  alternates?: { language: string; href: string }[]
  /** Undefined when the page may be indexed. */
  robots?: string
  /** Path of the Atom feed that contains this article or the articles listed on this page. */
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

/** One page, ready to render. The same object is written to `<route>/page.json`. */
export type PageData = {
  route: string
  /** Undefined for the language of the site. */
  language?: string
  /**
   * Links to the page in other languages, or to their home pages. Only on sites with several
   * languages.
   */
  otherLanguages?: { language: string; label: string; href: string }[]
  kind: string
  /** The main button of the bar on phones, if it is not that of the header. */
  action?: Pick<Action, 'label' | 'href' | 'choice'>
  /** Set if the page has no menus, and only what is legally required in the footer. */
  shell?: 'minimal'
  browser: ClientScripts
  head: PageHeadData
  /** schema.org objects, added by the renderer's `buildJsonLd`. */
  jsonLd: object[]
  breadcrumbs: Crumb[]
  /** The messages of the settings for this page. */
  notices?: RichText[]
  /** Defined only on articles. */
  article?: ArticleSummary
  blocks: Block[]
  /** An id of the scripts and styles that the page was built with. Only in built data. */
  release?: string
}

/** The service that a page offers, with its price resolved. */
export type Service = {
  name: string
  description?: string
  /** A word before the price, if it is the least. */
  prefix?: string
  price?: Fact
  area?: string
}

/** What structured data and the sitemap need of a page, and the browser does not. */
export type PageMeta = {
  service?: Service
  city?: CityFacts
  /** The author marked the page as describing the business as a whole. */
  business: boolean
  /** The location of the business that the page is about. */
  location?: string
  /** Replaces the price range of the business. */
  priceRange?: string
  /** The route is declared so that pages can link to it, but the page is not written yet. */
  planned: boolean
  /** The author marked the whole page as a placeholder. */
  placeholder?: true
  /** The page is shown in previews only. */
  draft?: true
  /** False for pages that are `noindex`, drafts or planned. They are not in the sitemap. */
  indexed: boolean
  /**
   * Hash of the page's content: a recorded date is valid only for the same hash. Empty when the
   * site records no dates.
   */
  contentHash: string
  /** The page that this page translates, and `meta.original` of that page. */
  translates?: { route: string; original?: string }
  /**
   * What translations record about this page: a hash of its entry. Only if it has a translation.
   */
  original?: string
  /** ISO date of the last content change, if recorded. */
  lastmod?: string
}

export type Menu = Navigation['header']['menus'][number]

/** The data that all pages share, written once to `/site.json`. */
export type SiteData = {
  name: string
  language: string
  /** The data that differs in each other language, by tag. */
  languages?: Record<
    string,
    Pick<SiteData, 'language' | 'words' | 'header' | 'footer'> & Partial<Pick<SiteData, 'logo'>>
  >
  /** The words of the shell. */
  words: ShellWords
  /** Where the site is published, without a slash at the end. Its path is the base path. */
  origin: string
  logo: SiteSettings['logo']
  phone: ContactLink
  email: ContactLink
  /** The town of the business, with its region and postal code. */
  address?: string
  /** Pages of the business on other sites. */
  profiles?: BusinessSettings['profiles']
  /** Routes of the booking pages. Printing addresses adds the base path. */
  bookingRoutes: string[]
  /** The analytics service. If undefined, visits are not counted. */
  measuring?: AnalyticsSettings
  /** Addresses of third-party services, for the content security policy. */
  services?: Record<'scripts' | 'connections' | 'forms', string[]> & { allowed?: AllowedOrigins }
  /** False if documents contain no content security policy. */
  contentPolicy?: boolean
  /** Undefined for the default theme. */
  theme?: ResolvedTheme
  /** False if no page loads a script. */
  application?: boolean
  /** Whether public URLs end with a slash. */
  trailingSlash?: boolean
  /** `drawn` (default), `none`, or the path of one picture for all pages. */
  shareImages?: string
  /** `drawn` by default. */
  icons?: 'drawn' | 'none'
  /**
   * Whether placeholders are shown, with a frame. False or undefined when the site is published.
   */
  preview?: boolean
  /** Whether search engines are asked to list no page. */
  noindex?: boolean
  header: Navigation['header']
  footer: Required<Omit<Navigation['footer'], 'profile' | 'groups'>> &
    Pick<Navigation['footer'], 'profile'> & {
      groups: { heading: string; items: { label: string; href?: string; isLegal?: true }[] }[]
    }
}

/** A theme as CSS for the document. */
export type ResolvedTheme = {
  /** Rules that override the custom properties of the default theme. */
  css: string
  /** The names of the typefaces that are used of those that come with Signpost. */
  fonts: string[]
  /** The URLs of the site's own fonts, whose rules are in `css`. */
  ownFonts?: string[]
  /** Undefined for the default decoration. */
  decoration?: NonNullable<SiteSettings['theme']>['decoration']
  /** The colors that override the default theme, by custom property. */
  light: Record<string, string>
  dark: Record<string, string>
}

export type AnalyticsSettings = NonNullable<SiteSettings['analytics']>

export type Alias = { from: string; to: string }

/** The business, with its special days to come. */
export type ResolvedBusiness = BusinessSettings & {
  special?: SpecialHours[]
  /** The business as it is at each of its locations, by their names in the settings. */
  locations?: Record<string, ResolvedBusiness & Pick<SiteData, 'name' | 'phone' | 'email'>>
}
