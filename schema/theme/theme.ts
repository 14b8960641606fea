import type { ResolvedTheme } from '../page-data.ts'
import type { SiteSettings } from '../types.gen.ts'
import {
  createDarkScheme,
  createLightScheme,
  listWrittenColors,
  type ThemeColors,
} from './derive-colors.ts'
import {
  formatFontFamily,
  pairings,
  typefaces,
  type Typeface,
  type TypefaceName,
} from './pairings.ts'

/** A typeface of the site itself: the rules that load it, and the URLs of its fonts. */
export type OwnTypeface = Pick<Typeface, 'family' | 'style'> & {
  faces: string
  urls: string[]
  headingWeight: number
}
export type OwnFonts = { heading?: OwnTypeface; text?: OwnTypeface }

export type ThemeSettings = NonNullable<SiteSettings['theme']>
type Decoration = NonNullable<ResolvedTheme['decoration']>

/** The colors of a theme that sets only one of them, or neither. */
export const defaultColors: ThemeColors = { accent: '#9b3314', ground: '#fbf7f0' }

const cornerProperties: Record<NonNullable<ThemeSettings['corners']>, Record<string, string>> = {
  sharp: { '--radius': '0', '--radius-small': '0', '--radius-pill': '0' },
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
 * Turns a theme's settings into CSS.
 * @param ownFonts what `headingFont` and `textFont` name
 * @throws Error if a color cannot be parsed
 */
export function resolveTheme(
  {
    accent,
    ground,
    scheme = 'both',
    corners = 'soft',
    fonts = 'slab',
    header = 'bar',
    decoration: pattern = 'rosette',
  }: ThemeSettings,
  ownFonts: OwnFonts = {},
): ResolvedTheme {
  const decoration = pattern === 'rosette' ? undefined : pattern
  const type = resolveType(pairings[fonts], ownFonts)
  const colors =
    accent === undefined && ground === undefined && scheme === 'both'
      ? { css: '', light: {}, dark: {} }
      : resolveColors(
          { accent: accent ?? defaultColors.accent, ground: ground ?? defaultColors.ground },
          scheme === 'light',
        )
  const shape = formatRoot(cornerProperties[corners])
  return {
    css: `@layer theme{${shape}${type.css}${colors.css}}${type.faces}${header === 'stacked' ? stackedHeader : ''}${formatDecoration(decoration)}`,
    fonts: type.fonts,
    ...(type.ownFonts.length > 0 && { ownFonts: type.ownFonts }),
    ...(decoration && { decoration }),
    light: colors.light,
    dark: colors.dark,
  }
}

/** Chooses the typefaces: those of the site itself, or of a pairing. */
function resolveType(pairing: (typeof pairings)[keyof typeof pairings], own: OwnFonts) {
  const text = own.text ?? typefaces[pairing.text]
  const isOneTypeface: boolean = pairing.heading === pairing.text
  const heading = own.heading ?? (isOneTypeface ? text : typefaces[pairing.heading])
  const weight = 'headingWeight' in heading ? heading.headingWeight : pairing.headingWeight
  const properties = {
    ...(text !== typefaces.figtree && { '--font-text': formatFontFamily(text) }),
    ...(heading !== typefaces.besley && {
      '--font-heading': heading === text ? 'var(--font-text)' : formatFontFamily(heading),
    }),
    ...(weight !== pairings.slab.headingWeight && { '--heading-weight': String(weight) }),
  }
  const used = [heading, text]
  const ownUsed = [...new Set(used)].filter((typeface) => 'faces' in typeface)
  return {
    css: formatRoot(properties),
    faces: ownUsed.map(({ faces }) => faces).join(''),
    ownFonts: ownUsed.flatMap(({ urls }) => urls),
    fonts: (Object.keys(typefaces) as TypefaceName[]).filter((name) =>
      used.includes(typefaces[name]),
    ),
  }
}

/** @param staysLight whether visitors who prefer dark pages get the light one, too */
function resolveColors(
  theme: ThemeColors,
  staysLight: boolean,
): Pick<ResolvedTheme, 'css' | 'light' | 'dark'> {
  const { colors: light, isDark } = createLightScheme(theme)
  const dark = staysLight ? light : createDarkScheme(theme).colors
  const written = listWrittenColors(light, dark)
  // Paper is white whatever the ground, and base.css comes before the theme.
  const paper = () => createLightScheme({ ...theme, ground: '#ffffff' }).colors
  return {
    css: [
      formatRoot({
        ...(isDark ? { 'color-scheme': 'dark' } : staysLight && { 'color-scheme': 'light' }),
        ...written.light,
      }),
      `@media (prefers-color-scheme:dark){${formatRoot(written.dark)}}`,
      isDark ? `@media print{${formatRoot({ 'color-scheme': 'light', ...paper() })}}` : '',
    ].join(''),
    light,
    dark,
  }
}

const formatRoot = (properties: Record<string, string>) =>
  Object.keys(properties).length > 0 ? `:root{${formatProperties(properties)}}` : ''

const formatProperties = (properties: Record<string, string>) =>
  Object.entries(properties)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/**
 * The rules of a header with the name in the middle, above the menus. Where there is no room for a
 * row of menus, the name is between the phone number and the button of the menu. They override the
 * shell's, and only a site with such a header has them.
 */
const stackedHeader = `
@media screen and (width >= 22rem) {
  .site-header:not(.minimal) > .site-header-bar {
    display: grid;
    grid-template-columns: minmax(max-content, 1fr) auto minmax(max-content, 1fr);
    inline-size: min(100% - 2 * var(--space), var(--column));
    min-inline-size: 0;
    > .logo {
      grid-area: 1 / 2;
      margin: 0;
      text-align: center;
    }
    > .header-phone {
      grid-area: 1 / 1;
      justify-self: start;
    }
    > .header-badge {
      grid-area: 1 / 1;
      justify-self: end;
    }
    > .header-language {
      grid-area: 1 / 3;
      justify-self: start;
    }
    > :is(.header-action, .menu-button) {
      grid-area: 1 / 3;
      justify-self: end;
    }
  }
}
@media screen and (22rem <= width < 78rem) {
  .site-header:not(.minimal) .logo-mark:not(.picture) {
    display: none;
  }
  .site-header:not(.minimal) > .site-header-bar {
    > .header-language {
      justify-self: end;
    }
    > .header-action {
      grid-area: 1 / 4;
    }
    > .menu-button {
      grid-area: 1 / 5;
    }
  }
}
@media screen and (width >= 78rem) {
  :root {
    --header-height: 8.25rem;
  }
  #root:has(> .site-header:not(.minimal)) {
    padding: 0;
  }
  /* The row of the name scrolls away. */
  .site-header:not(.minimal) {
    position: sticky;
    inset-block-start: -5rem;
    > .site-header-bar {
      grid-template-rows: 5rem 1fr;
      row-gap: 0;
      > .site-menu:not(:popover-open) {
        grid-area: 2 / 1 / auto / -1;
        justify-content: center;
        border-block-start: 1px solid var(--line);
      }
    }
    .logo-text {
      font-size: 1.625rem;
    }
    .menus {
      gap: 2rem;
    }
    .logo-tagline {
      display: block;
    }
  }
}
`
  .replace(/\/\*.*?\*\//g, '')
  .replace(/\s+/g, ' ')
  .replace(/ ?([{};,]) ?|: /g, (found) => found.trim())
