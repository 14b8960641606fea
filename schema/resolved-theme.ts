import type { SiteSettings } from './types.gen.ts'

type Decoration = NonNullable<NonNullable<SiteSettings['theme']>['decoration']>

/** A theme as CSS for the document. */
export type ResolvedTheme = {
  /** Rules that override the custom properties of the default theme. */
  css: string
  /** The names of the typefaces that are used of those that come with Signpost. */
  fonts: string[]
  /** The URLs of the site's own fonts, whose rules are in `css`. */
  ownFonts?: string[]
  /** Undefined for the default decoration. */
  decoration?: Decoration
  /** The colors that override the default theme, by custom property. */
  light: Record<string, string>
  dark: Record<string, string>
}
