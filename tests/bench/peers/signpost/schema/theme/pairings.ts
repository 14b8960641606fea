/** The neutral site uses the fonts of the browser. */
export type FontStyle = 'serif' | 'sans-serif'
export type FontWeight = number | { min: number; max: number }
export type Typeface = { family: string; style: FontStyle; weight: FontWeight }
export type TypefaceName = string

export const typefaces: Record<string, Typeface> = {}
export const pairings: Record<string, { heading: string; text: string; headingWeight: number }> = {}

export const formatFontFamily = ({ style }: { style: FontStyle }): string => style
