import { createRequire } from 'node:module'
import fallbackMetrics from './fallback-metrics.json' with { type: 'json' }
import type { Typeface } from './typeface.ts'

const require = createRequire(import.meta.url)

// Copied from @capsizecss/metrics 4.3.0, which has 170 MB of other typefaces.
const { arial, georgia } = fallbackMetrics

/** The typefaces of the design, by file name. May be empty. */
export const typefaces: Record<string, Typeface> = {
  besley: {
    family: 'Besley',
    source: require.resolve('@fontsource-variable/besley/files/besley-latin-wght-normal.woff2'),
    weight: 600,
    fallback: { metrics: georgia, generic: 'serif' },
  },
  figtree: {
    family: 'Figtree',
    source: require.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
    weight: { min: 400, max: 700 },
    fallback: { metrics: arial, generic: 'sans-serif' },
  },
}
