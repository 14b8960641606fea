import type { createFontStack } from '@capsizecss/core'

export type Typeface = {
  family: string
  source: string
  /** One weight, or the range that the site uses. */
  weight: number | { min: number; max: number }
  /** System fonts for text until the typeface has loaded. The first that exists is used. */
  fallbacks: (FallbackFont & { bold?: FallbackFont })[]
}

/** A system font: its metrics, and the names by which `local()` finds it. */
export type FallbackFont = { metrics: FontMetrics; local: string[] }

export type FontMetrics = Parameters<typeof createFontStack>[0][number]
