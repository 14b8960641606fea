import type { SiteData } from '../schema/page-data.ts'

/** The colors of one scheme, as #rrggbb. */
export type SchemeColors = {
  ground: string
  text: string
  textSoft: string
  line: string
  /** What must stand out from the ground. */
  accent: string
  fill: string
  onAccent: string
}
type ThemeColors = { light: SchemeColors; dark: SchemeColors }

/** Keep in sync with blocks/shared/base.css. */
const defaultColors: ThemeColors = {
  light: {
    ground: '#fbf7f0',
    text: '#231b14',
    textSoft: '#5e5245',
    line: '#ddd0bb',
    accent: '#9b3314',
    fill: '#9b3314',
    onAccent: '#fffaf5',
  },
  dark: {
    ground: '#17120d',
    text: '#f6efe5',
    textSoft: '#c6b8a5',
    line: '#463a2d',
    accent: '#f08a55',
    fill: '#f08a55',
    onAccent: '#221108',
  },
}

/** Returns the colors for generated icons and share images and for the browser's user interface. */
export function getThemeColors({ theme }: Pick<SiteData, 'theme'>): ThemeColors {
  const applyOverrides = (
    colors: SchemeColors,
    overrides: Record<string, string> = {},
  ): SchemeColors => ({
    ground: overrides['--ground'] ?? colors.ground,
    text: overrides['--text'] ?? colors.text,
    textSoft: overrides['--text-soft'] ?? colors.textSoft,
    line: overrides['--line'] ?? colors.line,
    accent: overrides['--accent'] ?? colors.accent,
    fill: overrides['--fill'] ?? overrides['--accent'] ?? colors.fill,
    onAccent: overrides['--on-accent'] ?? colors.onAccent,
  })
  return {
    light: applyOverrides(defaultColors.light, theme?.light),
    dark: applyOverrides(defaultColors.dark, theme?.dark),
  }
}
