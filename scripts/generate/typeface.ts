import type { createFontStack } from '@capsizecss/core'

export type Typeface = {
  family: string
  source: string
  /** One weight, or the range that the site uses. */
  weight: number | { min: number; max: number }
  /** The metrics and generic name of the font that is shown until the typeface has loaded. */
  fallback: { metrics: FontMetrics; generic: string }
}

type FontMetrics = Parameters<typeof createFontStack>[0][number]
