import type { SiteData } from '../schema/page-data.ts'

/** The colors of one scheme, as #rrggbb. */
export type Colors = {
  ground: string
  text: string
  textSoft: string
  line: string
  accent: string
  onAccent: string
}
export type Theme = { light: Colors; dark: Colors }

/** Those of blocks/shared/base.css, which no program reads. */
const design: Theme = {
  light: {
    ground: '#fbf7f0',
    text: '#231b14',
    textSoft: '#5e5245',
    line: '#ddd0bb',
    accent: '#9b3314',
    onAccent: '#fffaf5',
  },
  dark: {
    ground: '#17120d',
    text: '#f6efe5',
    textSoft: '#c6b8a5',
    line: '#463a2d',
    accent: '#f08a55',
    onAccent: '#221108',
  },
}

/** The colors of what the build draws (icons, the picture of a shared page) and of the browser's own bars. */
export function themeOf({ theme }: Pick<SiteData, 'theme'>): Theme {
  const repaint = (colors: Colors, own: Record<string, string> = {}): Colors => ({
    ...colors,
    ground: own['--ground'] ?? colors.ground,
    line: own['--line'] ?? colors.line,
    accent: own['--accent'] ?? colors.accent,
    onAccent: own['--on-accent'] ?? colors.onAccent,
  })
  return { light: repaint(design.light, theme?.light), dark: repaint(design.dark, theme?.dark) }
}
