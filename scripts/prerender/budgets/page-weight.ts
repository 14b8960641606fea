export type Size = { raw: number; brotli: number; gzip: number }

/** The resources that a page loads besides its document. Sizes in bytes. */
export type PageLoad = {
  /**
   * The scripts that load without interaction: the loader, eager scripts, analytics, and the
   * application if a block hydrates immediately.
   */
  script: Size
  /** Whether blocks have scripts that load with the page. */
  hasEagerScripts: boolean
  hasAnalytics: boolean
  fonts: { bytes: number; preloaded: number; count: number }
  /** Fonts that hide their text until they have loaded. */
  blockingFonts: string[]
  /** URLs at other origins that the document or its CSS loads. */
  thirdParty: string[]
  /** Whether the application loads after the first paint, without interaction. */
  hydratesAtOnce: boolean
  /** Whether the page embeds a third-party widget. */
  hasWidget: boolean
}

/**
 * The cost of a page before the visitor interacts with it, as budgets check it. Sizes in bytes.
 * @property html If `estimated`, an upper bound.
 */
export type PageWeight = {
  route: string
  html: { raw: number; brotli: number; estimated?: boolean }
  load: PageLoad
}

/** The weight of a page with details for reports. */
export type DetailedPageWeight = PageWeight & {
  /** The size of the CSS in the raw HTML. */
  inlinedCss: number
  /** The size of linked stylesheets, Brotli. */
  linkedCss: number
  /** The number of requests without interaction, including the document. */
  requests: number
  /** Whether a block needs JavaScript to be useful. */
  live: boolean
}
