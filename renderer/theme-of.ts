import type { SiteData } from '../schema/page-data.ts'

/** The colors of one scheme, as #rrggbb. */
export type Colors = { ground: string; text: string; textSoft: string; line: string; accent: string; onAccent: string }
export type Theme = { light: Colors; dark: Colors }

/**
 * The colors of what the build draws (icons, the picture of a shared page) and of the browser's own bars. They are those of
 * blocks/shared/base.css, which no program reads.
 */
export function themeOf(_site: SiteData): Theme {
  return {
    light: { ground: '#fbf8f3', text: '#221c15', textSoft: '#5d5346', line: '#e0d5c3', accent: '#9a3412', onAccent: '#fffaf5' },
    dark: { ground: '#191511', text: '#f5efe6', textSoft: '#c3b7a5', line: '#473d31', accent: '#f0884f', onAccent: '#23120a' },
  }
}
