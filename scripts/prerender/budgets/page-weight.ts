/** In bytes. An estimate is on the same side of each budget as the size itself. */
export type Size = { bytes: number; estimated?: boolean }

/**
 * What a page costs before the visitor interacts with it.
 * @property html the document with its CSS, as hosts compress it
 */
export type PageWeight = { route: string; html: Size; load: PageLoad }

/** What a page loads besides its document. Sizes in bytes. */
export type PageLoad = {
  /**
   * The compressed scripts that load without interaction: the loader, eager scripts, analytics, and
   * the application if a block hydrates immediately.
   */
  script: number
  /** Whether blocks have scripts that load with the page. */
  hasEagerScripts: boolean
  hasAnalytics: boolean
  /** Whether the application loads after the first paint, without interaction. */
  hydratesAtOnce: boolean
  /** All fonts that the CSS refers to. */
  fonts: number
  /** Fonts that hide their text until they have loaded. */
  blockingFonts: string[]
  /** URLs at other origins that the document or its CSS loads. */
  thirdParty: string[]
  /** Whether the page embeds a third-party widget. */
  hasWidget: boolean
}
