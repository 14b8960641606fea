import { createFontStack } from '@capsizecss/core'

export type Typeface = {
  family: string
  source: string
  /** One weight, or the span that the site uses. */
  weight: number | { min: number; max: number }
  /** What stands in for it until it is there, and its measures. */
  fallback: { metrics: FontMetrics; generic: string }
}

type FontMetrics = Parameters<typeof createFontStack>[0][number]
