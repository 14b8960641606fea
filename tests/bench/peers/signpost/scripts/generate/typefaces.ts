import type { Typeface } from './typeface.ts'

/** The neutral site is set in what the browser has. */
export const typefaces: Record<string, Typeface> = {}
