/** A typeface that comes with Signpost. */
export type Typeface = {
  family: string
  style: FontStyle
  /** One weight, or the range that pages use. */
  weight: FontWeight
}
export type FontStyle = 'serif' | 'sans-serif'
export type FontWeight = number | { min: number; max: number }

const textWeights = { min: 400, max: 700 }

/** By the name of their package below @fontsource-variable/. */
export const typefaces = {
  besley: { family: 'Besley', style: 'serif', weight: 600 },
  figtree: { family: 'Figtree', style: 'sans-serif', weight: textWeights },
  'source-serif-4': { family: 'Source Serif 4', style: 'serif', weight: 650 },
  'source-sans-3': { family: 'Source Sans 3', style: 'sans-serif', weight: textWeights },
  fraunces: { family: 'Fraunces', style: 'serif', weight: 600 },
  'work-sans': { family: 'Work Sans', style: 'sans-serif', weight: textWeights },
  nunito: { family: 'Nunito', style: 'sans-serif', weight: { min: 400, max: 800 } },
  oswald: { family: 'Oswald', style: 'sans-serif', weight: 500 },
  'public-sans': { family: 'Public Sans', style: 'sans-serif', weight: textWeights },
} satisfies Record<string, Typeface>

export type TypefaceName = keyof typeof typefaces

/** The typefaces of headings and text by which a theme names them. */
export const pairings = {
  slab: { heading: 'besley', text: 'figtree', headingWeight: 600 },
  sans: { heading: 'figtree', text: 'figtree', headingWeight: 680 },
  serif: { heading: 'source-serif-4', text: 'source-sans-3', headingWeight: 650 },
  elegant: { heading: 'fraunces', text: 'work-sans', headingWeight: 600 },
  rounded: { heading: 'nunito', text: 'nunito', headingWeight: 800 },
  condensed: { heading: 'oswald', text: 'public-sans', headingWeight: 500 },
} satisfies Record<string, { heading: TypefaceName; text: TypefaceName; headingWeight: number }>

/** System fonts that are shown, scaled to the same size, until a typeface has loaded. */
const fallbackFamilies: Record<FontStyle, string[]> = {
  serif: ['Georgia', 'Noto Serif', 'DejaVu Serif'],
  'sans-serif': ['Arial', 'Roboto'],
}

/** The value of `font-family` for a typeface. */
export const formatFontFamily = ({ family, style }: Pick<Typeface, 'family' | 'style'>): string =>
  [
    ...[family, ...fallbackFamilies[style].map((name) => `${family} ${name}`)].map(
      (name) => `"${name}"`,
    ),
    ...(style === 'serif' ? [] : ['system-ui']),
    style,
  ].join(',')
