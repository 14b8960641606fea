import type { Typeface } from './typeface.ts'

/** The neutral site uses the fonts of the browser. */
export const typefaces: Record<string, Typeface> = {}
