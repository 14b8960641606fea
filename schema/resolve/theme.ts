import { clampChroma, converter, formatHex, interpolate, wcagContrast, type Oklch } from 'culori'
import type { ResolvedTheme } from '../resolved-theme.ts'
import type { SiteSettings } from '../types.gen.ts'

export type ThemeSettings = NonNullable<SiteSettings['theme']>
type Decoration = NonNullable<ResolvedTheme['decoration']>

const themeDefaults = { accent: '#9b3314', ground: '#fbf7f0' }
/** WCAG 2.2 AA requires 4.5. The margin covers rounding to hexadecimal colors. */
const minContrast = 4.6
const toOklch = converter('oklch')

const cornerProperties: Record<NonNullable<ThemeSettings['corners']>, Record<string, string>> = {
  sharp: { '--radius': '0', '--radius-small': '0' },
  soft: {},
  round: { '--radius': '1.25rem', '--radius-small': '1.5rem' },
}

/** A mask that fades out a pattern toward its edge. */
const fade = 'radial-gradient(closest-side,#000 25%,#0000)'
const waves = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100' fill='none' stroke='#000' stroke-width='.8'><path d='${Array.from(
  { length: 14 },
  (_, index) => `M-8 ${4 + 7 * index}q14-9 28 0t28 0 28 0 28 0`,
).join('')}'/></svg>`
/**
 * The masks that make the decorations of the hero, in the accent color; see blocks/hero/hero.css.
 */
const decorationMasks: Partial<Record<Decoration, string>> = {
  rings: `${fade},repeating-radial-gradient(closest-side,#0000 0 5.5%,#000 5.8% 6.2%,#0000 6.5% 7%)`,
  rays: `radial-gradient(closest-side,#000a 25%,#0000),repeating-conic-gradient(#000 0 5deg,#0000 5.2deg 9.8deg,#000 10deg)`,
  dots: `${fade},radial-gradient(#000 2.5px,#0000 3px) 0 0/24px 24px`,
  waves: `${fade},url("data:image/svg+xml,${encodeURIComponent(waves)}")`,
}

/** Writes rules outside of all cascade layers, so that they override the rules of the block. */
function formatDecoration(decoration: Decoration | undefined): string {
  if (decoration === undefined || decoration === 'none') return ''
  return `.hero::before{content:"";mask:${decorationMasks[decoration]};mask-composite:intersect}`
}

/**
 * Derives the colors of the light and dark scheme from a theme's settings, adjusting them until all
 * text has enough contrast.
 * @throws Error if a color cannot be parsed
 */
export function resolveTheme({
  accent,
  ground,
  corners: shape = 'soft',
  heading = 'slab',
  decoration: pattern = 'rosette',
}: ThemeSettings): ResolvedTheme {
  const decoration = pattern === 'rosette' ? undefined : pattern
  const colors = accent !== undefined || ground !== undefined
  const light: Record<string, string> = colors
    ? createLightColors(accent ?? themeDefaults.accent, ground ?? themeDefaults.ground)
    : {}
  const dark: Record<string, string> = colors
    ? createDarkColors(accent ?? themeDefaults.accent, ground ?? themeDefaults.ground)
    : {}
  const root = `:root{${formatProperties({ ...light, ...cornerProperties[shape] })}}`
  const type =
    heading === 'sans' ? ':root{--font-heading:var(--font-text);--heading-weight:680}' : ''
  return {
    css: `@layer theme{${root}${type}${colors ? `@media (prefers-color-scheme:dark){:root{${formatProperties(dark)}}}` : ''}}${formatDecoration(decoration)}`,
    fonts: heading === 'sans' ? ['figtree'] : ['besley', 'figtree'],
    ...(decoration && { decoration }),
    light,
    dark,
  }
}

/** Every text of a page, with the colors that it is shown on. */
const textColors: Record<string, string[]> = {
  '--text': ['--ground', '--ground-tint', '--surface'],
  '--text-soft': ['--ground', '--ground-tint', '--surface'],
  '--link': ['--ground', '--surface'],
  '--accent-strong': ['--accent-tint'],
  '--on-accent': ['--accent'],
  '--on-ink': ['--ink'],
  '--on-ink-soft': ['--ink'],
  '--ink-accent': ['--ink'],
}

/** A text color and a background color with too little contrast between them. */
type LowContrast = { scheme: 'light' | 'dark'; text: string; background: string; contrast: number }

/** Finds a text of a theme that has less contrast than WCAG requires. */
export function findLowContrast({ light, dark }: ResolvedTheme): LowContrast | undefined {
  const schemes = { light, dark: { ...light, ...dark } }
  return (Object.keys(schemes) as (keyof typeof schemes)[])
    .flatMap((scheme) =>
      Object.entries(textColors).flatMap(([text, colors]) =>
        colors.map((color) => ({
          scheme,
          text: schemes[scheme][text]!,
          background: schemes[scheme][color]!,
        })),
      ),
    )
    .filter(({ text, background }) => text !== undefined && background !== undefined)
    .map((pair) => ({ ...pair, contrast: wcagContrast(pair.text, pair.background) }))
    .find(({ contrast }) => contrast < 4.5)
}

/** Makes the ground of a theme lighter until every text can be read. */
export function suggestGround(theme: ThemeSettings & { ground: string }): string | undefined {
  for (let l = getLightness(theme.ground); l < 1; l += 0.01) {
    const ground = withLightness(theme.ground, l)
    if (!findLowContrast(resolveTheme({ ...theme, ground }))) return ground
  }
  return undefined
}

const formatProperties = (properties: Record<string, string>) =>
  Object.entries(properties)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

const mixColors = (a: string, b: string, share: number) =>
  formatHex(interpolate([b, a], 'oklab')(share))
const withLightness = (color: string, l: number, chroma = 1) => {
  const { c, h = 0 } = toOklch(color) as Oklch
  return formatHex(clampChroma({ mode: 'oklch', l, c: c * chroma, h }, 'oklch'))
}
const getLightness = (color: string) => (toOklch(color) as Oklch).l

/** Makes a color darker or lighter until text in it has enough contrast on a background. */
function ensureContrast(color: string, ground: string, step: 0.02 | -0.02): string {
  for (let l = getLightness(color); l >= 0 && l <= 1; l += step) {
    const moved = withLightness(color, l)
    if (wcagContrast(moved, ground) >= minContrast) return moved
  }
  return step < 0 ? '#000000' : '#ffffff'
}

/** Chooses white, nearly black or black text: one of them always has enough contrast. */
const chooseTextColor = (ground: string) =>
  ['#ffffff', '#15110d'].find((text) => wcagContrast(text, ground) >= minContrast) ??
  (wcagContrast('#ffffff', ground) >= 4.5 ? '#ffffff' : '#000000')

function createLightColors(accent: string, ground: string): Record<string, string> {
  const link = ensureContrast(accent, mixColors(ground, '#000000', 0.96), -0.02)
  return {
    '--ground': ground,
    '--ground-tint': withLightness(ground, getLightness(ground) - 0.028, 1.3),
    '--surface': mixColors(ground, '#ffffff', 0.3),
    '--line': withLightness(ground, getLightness(ground) - 0.12, 1.8),
    '--text': withLightness(accent, 0.23, 0.2),
    '--text-soft': ensureContrast(withLightness(accent, 0.46, 0.2), ground, -0.02),
    '--accent': accent,
    '--accent-strong': ensureContrast(
      withLightness(accent, getLightness(accent) - 0.07),
      mixColors(accent, ground, 0.1),
      -0.02,
    ),
    '--on-accent': chooseTextColor(accent),
    '--accent-tint': mixColors(accent, ground, 0.1),
    '--link': link,
    '--ink': withLightness(accent, 0.23, 0.35),
    '--on-ink': withLightness(accent, 0.96, 0.1),
    '--on-ink-soft': withLightness(accent, 0.8, 0.2),
    '--ink-line': withLightness(accent, 0.37, 0.35),
    '--ink-accent': withLightness(accent, 0.76),
    '--on-ink-accent': chooseTextColor(withLightness(accent, 0.76)),
  }
}

function createDarkColors(accent: string, ground: string): Record<string, string> {
  const dark = withLightness(ground, 0.185, 0.9)
  const surface = withLightness(ground, 0.245, 0.9)
  const bright = ensureContrast(withLightness(accent, 0.74), surface, 0.02)
  const tint = mixColors(bright, dark, 0.15)
  const brighter = (by: number, on: string) =>
    ensureContrast(withLightness(accent, Math.min(0.97, getLightness(bright) + by)), on, 0.02)
  return {
    '--ground': dark,
    '--ground-tint': withLightness(ground, 0.215, 0.9),
    '--surface': surface,
    '--line': withLightness(ground, 0.36, 1.2),
    '--text': withLightness(accent, 0.95, 0.1),
    '--text-soft': withLightness(accent, 0.78, 0.2),
    '--accent': bright,
    '--accent-strong': brighter(0.07, tint),
    '--on-accent': chooseTextColor(bright),
    '--accent-tint': tint,
    '--link': brighter(0.05, surface),
    '--ink': withLightness(accent, 0.14, 0.3),
    '--ink-line': withLightness(accent, 0.3, 0.3),
  }
}
